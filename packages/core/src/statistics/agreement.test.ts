import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OptionError } from "../errors/option-error.js";
import type { AgreementTable } from "./agreement-table.js";
import { cohenKappa } from "./cohen-kappa.js";
import { gwetAC1 } from "./gwet-ac1.js";

describe("cohenKappa", () => {
  test.each([
    [
      [
        [40, 3],
        [5, 52],
      ],
      0.8377281947,
      null,
    ],
    [
      [
        [10, 0],
        [0, 10],
      ],
      1,
      null,
    ],
    [
      [
        [5, 5],
        [5, 5],
      ],
      0,
      null,
    ],
    [
      [
        [0, 10],
        [10, 0],
      ],
      -1,
      null,
    ],
    [
      [
        [20, 0],
        [0, 0],
      ],
      null,
      "one_class",
    ],
    [
      [
        [0, 0],
        [10, 0],
      ],
      null,
      "one_class",
    ],
    [
      [
        [10, 0],
        [10, 0],
      ],
      0,
      null,
    ],
    [
      [
        [0, 0],
        [0, 0],
      ],
      null,
      "no_items",
    ],
    [
      [
        [3, 1, 0],
        [1, 3, 1],
        [0, 1, 3],
      ],
      0.5357,
      null,
    ],
  ])("%j", (table, kappa, reason) => {
    const result = cohenKappa(table);
    if (kappa === null) expect(result.kappa).toBeNull();
    else expect(result.kappa).toBeCloseTo(kappa, 4);
    expect(result.reason).toBe(reason);
  });

  test("one class still shows its agreement", () => {
    expect(
      cohenKappa([
        [20, 0],
        [0, 0],
      ]),
    ).toEqual({ kappa: null, reason: "one_class", agreement: 1, n: 20 });
  });
});

describe("gwetAC1", () => {
  test.each([
    [
      [
        [118, 5],
        [2, 0],
      ],
      0.9405,
      null,
    ],
    [
      [
        [20, 0],
        [0, 0],
      ],
      1,
      null,
    ],
    [
      [
        [5, 5],
        [5, 5],
      ],
      0,
      null,
    ],
    [
      [
        [0, 0],
        [0, 0],
      ],
      null,
      "no_items",
    ],
  ])("%j", (table, ac1, reason) => {
    const result = gwetAC1(table);
    if (ac1 === null) expect(result.ac1).toBeNull();
    else expect(result.ac1).toBeCloseTo(ac1, 3);
    expect(result.reason).toBe(reason);
  });
});

test.each([
  [null],
  [[null, null]],
  [[[1]]],
  [[[1, 2]]],
  [[[1, 2], [3]]],
  [
    [
      [1, -2],
      [3, 4],
    ],
  ],
  [
    [
      [1, Number.NaN],
      [3, 4],
    ],
  ],
  [
    [
      [0.5, 1],
      [1, 1],
    ],
  ],
])("%j is not a table", (table) => {
  expect(() => cohenKappa(table as AgreementTable)).toThrow(OptionError);
  expect(() => gwetAC1(table as AgreementTable)).toThrow(OptionError);
});

test("a cell that is no count is named by its place", () => {
  const table = [
    [1, 2],
    [3, -1],
  ];
  expect(() => cohenKappa(table)).toThrow("`table[1][1]` must be a whole number of at least 0, got -1");
});

test.each([
  [14, 1, 1, 2],
  [4, 3, 1, 27],
  [4, 1, 3, 27],
  [40, 10, 10, 40],
])("a kappa of 0.6 is no last bit below it: %i %i %i %i", (tp, fn, fp, tn) => {
  expect(
    cohenKappa([
      [tp, fn],
      [fp, tn],
    ]).kappa,
  ).toBe(0.6);
});

test("both stay within [-1, 1] and swap the classes freely", () => {
  const count = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(count, count, count, count, (a, b, c, d) => {
      const table = [
        [a, b],
        [c, d],
      ];
      const swapped = [
        [d, c],
        [b, a],
      ];
      const [kappa, other] = [cohenKappa(table).kappa, cohenKappa(swapped).kappa];
      if (kappa === null) expect(other).toBeNull();
      else {
        expect(kappa).toBeCloseTo(other as number, 9);
        expect(Math.abs(kappa)).toBeLessThanOrEqual(1 + 1e-9);
      }
      const { ac1 } = gwetAC1(table);
      if (ac1 !== null) {
        expect(ac1).toBeCloseTo(gwetAC1(swapped).ac1 as number, 9);
        expect(Math.abs(ac1)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});
