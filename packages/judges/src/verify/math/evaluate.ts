import { sha256Hex } from "@whileai/core";
import { complex, expComplex, IMAGINARY_UNIT, isReal } from "./complex.js";
import { realPi } from "./elementary.js";
import type { ConstantName, Expression } from "./expression.js";
import { ANGLE_FUNCTIONS, degree, FUNCTIONS } from "./functions.js";
import { powerOf } from "./power.js";
import { reduced, ZERO } from "./rational.js";
import { type Precision, REAL_ONE, type Real } from "./real.js";
import { addValues, divideValues, isExact, multiplyValues, negateValue, toComplex, type Value } from "./value.js";

const PERCENT: Value = { numerator: 1n, denominator: 100n };
/** Bits of a function's input that decide what an unknown function is worth there. */
const KEY_BITS = 100;

/** One evaluation: how exactly, at which point, and what was seen on the way. */
export interface Evaluation {
  readonly precision: Precision;
  readonly variable: (name: string) => Value;
  /** Becomes true when a step left the real numbers, such as the root of a negative one. */
  leftReals: boolean;
}

/** What an expression is worth at a point; null where it is not defined. */
export function evaluate(expression: Expression, evaluation: Evaluation, inAngle = false): Value | null {
  const { precision } = evaluation;
  precision.work.spend(1);
  const inner = (part: Expression): Value | null => evaluate(part, evaluation, inAngle);
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "name":
      return evaluation.variable(expression.name);
    case "constant":
      return constantValue(expression.name, evaluation);
    case "sum": {
      let sum: Value = ZERO;
      for (const term of expression.terms) {
        const value = inner(term);
        if (value === null) return null;
        sum = addValues(sum, value, precision);
      }
      return sum;
    }
    case "negative": {
      const value = inner(expression.operand);
      return value && negateValue(value);
    }
    case "product":
      return product(expression, inner, precision);
    case "power":
      return power(expression, evaluation, inner);
    case "call":
      return call(expression.name, expression.inputs, evaluation);
    case "percent": {
      const value = inner(expression.operand);
      return value && multiplyValues(value, PERCENT, precision);
    }
    case "degrees": {
      const value = inner(expression.operand);
      return value && inAngle ? multiplyValues(value, degree(precision), precision) : value;
    }
    case "either_sign":
      return null;
  }
}

function constantValue(name: ConstantName, evaluation: Evaluation): Value | null {
  if (name === "infinity") return null;
  if (name === "pi") return complex(realPi(evaluation.precision));
  if (name === "e") return expComplex(complex(REAL_ONE), evaluation.precision);
  evaluation.leftReals = true;
  return IMAGINARY_UNIT;
}

type Evaluate = (part: Expression) => Value | null;

function product(
  { factors, divisors }: Expression & { kind: "product" },
  inner: Evaluate,
  precision: Precision,
): Value | null {
  let result: Value | null = null;
  for (const factor of factors) {
    const value = inner(factor);
    if (value === null) return null;
    result = result === null ? value : multiplyValues(result, value, precision);
  }
  for (const divisor of divisors) {
    const value = inner(divisor);
    if (value === null || result === null) return null;
    result = divideValues(result, value, precision);
  }
  return result;
}

function power(
  { base, exponent }: Expression & { kind: "power" },
  evaluation: Evaluation,
  inner: Evaluate,
): Value | null {
  const raised = inner(exponent);
  if (raised === null) return null;
  const { precision } = evaluation;
  if (base.kind === "constant" && base.name === "e") return expComplex(toComplex(raised, precision), precision);
  const value = inner(base);
  return value && watched([value, raised], powerOf(value, raised, precision), evaluation);
}

function call(name: string, inputs: readonly Expression[], evaluation: Evaluation): Value | null {
  const values: Value[] = [];
  for (const input of inputs) {
    const value = evaluate(input, evaluation, ANGLE_FUNCTIONS.has(name));
    if (value === null) return null;
    values.push(value);
  }
  const compute = FUNCTIONS.get(name);
  return watched(
    values,
    compute === undefined ? unknownFunction(name, values, evaluation) : compute(values, evaluation.precision),
    evaluation,
  );
}

const staysReal = (value: Value): boolean => isExact(value) || isReal(value);

/** Notes a result that is not real though all inputs were. */
function watched(inputs: readonly Value[], result: Value | null, evaluation: Evaluation): Value | null {
  if (result !== null && !staysReal(result) && inputs.every(staysReal)) evaluation.leftReals = true;
  return result;
}

/** A function without a known rule is worth a number that its name and inputs decide, as a variable is by its name. */
function unknownFunction(name: string, inputs: readonly Value[], { precision }: Evaluation): Value {
  const keys = inputs.map((input) => {
    if (isExact(input)) {
      const { numerator, denominator } = reduced(input, precision.work);
      return `${numerator}/${denominator}`;
    }
    return `${realKey(input.re)} ${realKey(input.im)}`;
  });
  precision.work.spend(20);
  const bits = sha256Hex(`${name}(${keys.join(",")})`, 8);
  return { numerator: BigInt(`0x${bits}`) + 1n, denominator: 2n ** 31n };
}

/** A real rounded to {@link KEY_BITS} after the point. */
function realKey({ mantissa, exponent }: Real): string {
  const shift = exponent + KEY_BITS + 1;
  const fixed = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
  return String((fixed + 1n) >> 1n);
}
