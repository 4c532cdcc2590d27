import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareMath } from "./compare-math.js";
import { WORK_LIMIT } from "./work.js";

const verdict = (candidate: string, reference: string): string => compareMath(candidate, reference).verdict;
/** Both orders: comparing is symmetric. */
const both = (left: string, right: string): string[] => [verdict(left, right), verdict(right, left)];

const EQUAL: Readonly<Record<string, readonly [string, string][]>> = {
  numbers: [
    ["1,234", "1234"],
    ["14 {, }916", "14916"],
    ["11,\\! 111,\\! 100", "11111100"],
    ["2e-3", "0.002"],
    ["6.02e23", "6.02\\times10^{23}"],
    ["2^10", "1024"],
    ["0.\\overline{3}", "1/3"],
    ["0.1\\overline{6}", "\\frac16"],
    ["3{,}14", "3.14"],
    ["1\\frac12", "3/2"],
    ["-1 1/2", "-3/2"],
    ["½", "0.5"],
    ["3×4", "12"],
    ["101_2", "5"],
    ["0.(3)", "1/3"],
    ["1.(27)", "\\frac{14}{11}"],
    ["1.5(2)", "3"],
    ["1 000", "1000"],
    ["-12 050.5", "-12050.5"],
    ["12\u202f345", "12345"],
    ["5C2", "10"],
    ["5P2", "20"],
    ["3+10C3", "123"],
    ["0x1F", "31"],
    ["0b101", "5"],
    ["5!!", "15"],
    ["5^{\\text{th}}", "5"],
    ["\\text{13}", "13"],
    ["(-8)^{1/3}", "-2"],
    ["\\sqrt[3]{-8}", "-2"],
    ["1/2004!", "\\frac{1}{2004!}"],
    ["9^{9^{9}}", "9^{9^9}"],
    ["9^{9^{9^9}}", "9^{9^{9^{9}}}"],
    ["\\infty", "+\\infty"],
  ],
  "numbers with words": [
    ["50\\%", "50"],
    ["50%", "0.5"],
    ["28 percent", "28\\%"],
    ["28 pct", "28\\%"],
    ["5 million", "5000000"],
    ["5 \\text{ inches}", "5 in"],
    ["5 square feet", "5\\text{ ft}^2"],
    ["5\\text{ cm squared}", "5\\text{ cm}^2"],
    ["3\\text{ fourths}", "3/4"],
    ["2 hundreds", "200"],
    ["5 yen", "5"],
    ["20^\\circ\\text{C}", "20\\text{ degrees Celsius}"],
    ["3\\text{ red}, 4\\text{ blue}", "4\\text{ blue}, 3\\text{ red}"],
    ["\\text{\\$3.50}", "3.5"],
    ["5 cm^2", "5"],
    ["5 min", "5\\text{ minutes}"],
    ["\\$5", "5\\text{ dollars}"],
    ["-\\$5", "-5"],
    ["5 apples", "5"],
    ["90^\\circ", "90"],
    ["-45°", "-45"],
  ],
  constants: [
    ["\\sin 30^\\circ", "1/2"],
    ["\\log_2 8", "3"],
    ["\\lg 100", "2"],
    ["\\log_{10} 100", "2"],
    ["\\ln e", "1"],
    ["\\arctan 1", "\\pi/4"],
    ["\\sin^{-1}(1)", "\\pi/2"],
    ["\\arccos 0", "\\arcsin 1"],
    ["i^2", "-1"],
    ["e^{i\\pi}", "-1"],
    ["|3+4i|", "5"],
    ["\\frac{1}{1+i}", "\\frac{1-i}{2}"],
    ["\\sqrt{-4}", "2i"],
    ["\\sqrt{3+4i}", "2+i"],
    ["\\ln(-1)", "i\\pi"],
    ["\\gcd(12,18)", "6"],
    ["\\operatorname{lcm}(4,6)", "12"],
    ["\\lfloor 3.7\\rfloor", "3"],
    ["\\lceil \\pi \\rceil", "4"],
    ["\\max(3,\\pi)", "\\pi"],
    ["\\min(3,\\pi)", "3"],
    ["√8", "2√2"],
    ["√12/2", "√3"],
    ["\\sqrt{5+2\\sqrt{6}}", "\\sqrt2+\\sqrt3"],
    ["\\tan\\frac{\\pi}{8}", "\\sqrt2-1"],
    ["\\cosh(\\ln 2)", "5/4"],
    ["\\sec\\frac\\pi3 + \\csc\\frac\\pi6 + \\cot\\frac\\pi4", "5"],
    ["\\operatorname{arcsec} 2", "\\frac\\pi3"],
    ["\\operatorname{arccsc} 2", "\\frac\\pi6"],
    ["\\operatorname{arccot} 1", "\\frac\\pi4"],
    ["\\operatorname{arsinh} 1", "\\ln(1+\\sqrt2)"],
    ["\\operatorname{arccosh} 2", "\\ln(2+\\sqrt3)"],
    ["\\tanh(\\ln 2)\\coth(\\ln 2)", "1"],
    ["\\operatorname{sech}(0) + \\operatorname{csch}(\\ln 2)", "7/3"],
    ["\\sin(i)", "i\\sinh 1"],
    ["\\arcsin 2", "\\frac\\pi2 - i\\ln(2+\\sqrt3)"],
    ["\\arctan(2i)", "i\\operatorname{artanh} 2"],
    ["\\operatorname{sgn}(-\\pi)", "-1"],
    ["\\operatorname{Re}(3+4i)", "\\operatorname{Im}(3i)"],
    ["\\operatorname{mod}(-7,3)", "2"],
    ["\\sqrt[\\pi]{2}", "2^{1/\\pi}"],
    ["cbrt(27)", "3"],
    ["0^{\\pi}", "0"],
    ["f(\\sqrt{2}\\sqrt{3})", "f(\\sqrt6)"],
    ["g'(x)", "g'(x)"],
    ["\\lfloor -\\pi\\rfloor", "-4"],
    ["\\lfloor \\log_2 8\\rfloor", "3"],
    ["x₁²", "x_1^2"],
    ["4\\arctan\\frac15-\\arctan\\frac1{239}", "\\frac\\pi4"],
    ["{10 \\choose 4}", "210"],
    ["{1 \\over 2}", "0.5"],
  ],
  formulas: [
    ["x²", "x^2"],
    ["\\sin(x)^2+\\cos^2 x", "1"],
    ["2*sin(x)*cos(x)", "\\sin 2x"],
    ["2sinx cosx", "\\sin(2x)"],
    ["exp(x)", "e^x"],
    ["\\cosh x", "\\frac{e^x+e^{-x}}{2}"],
    ["\\tanh^{-1} x", "\\frac12\\ln\\frac{1+x}{1-x}"],
    ["\\sqrt{x^2}", "|x|"],
    ["\\sqrt{x^3}", "x\\sqrt{x}"],
    ["\\ln(x^2)", "2\\ln|x|"],
    ["\\frac{1}{3\\sqrt[3]{x}^2}", "\\frac{1}{3x^{2/3}}"],
    ["(-1)^n", "\\cos(n\\pi)"],
    ["\\binom{n}{2}", "n(n-1)/2"],
    ["\\frac{n!}{(n-2)!}", "n^2-n"],
    ["2\\frac{1}{2}x", "\\frac{5x}{2}"],
    ["1/2x", "x/2"],
    ["a_1+a_2", "a_{2}+a_{1}"],
    ["\\vec{v}", "v"],
    ["2\\mathbf{i}+3\\mathbf{j}", "2\\hat{i}+3\\hat{j}"],
    ["\\vec{a}\\times\\vec{b}", "\\mathbf{a} × \\mathbf{b}"],
    ["\\vec a\\cdot\\vec b", "\\vec b\\cdot\\vec a"],
    ["3\\times 10^8\\,\\hat{x}", "300000000\\hat{x}"],
    ["\\frac{dy}{dx}", "dy/dx"],
    ["2\\frac{d\\theta}{dt}+1", "1+2d\\theta/dt"],
    ["\\frac{\\partial f}{\\partial x}", "\\partial f/\\partial x"],
    ["ad-bc", "da-cb"],
    ["θ+α", "\\alpha+\\theta"],
    ["f(x)+1", "1+f(x)"],
    ["[x+1][x-1]", "x^2-1"],
    ["\\lfloor x\\rfloor", "-\\lceil -x\\rceil"],
    ["\\overline{z}", "\\bar z"],
    ["abs(x)", "|x|"],
    ["x^{100000}", "x^{99999}\\cdot x"],
  ],
  equations: [
    ["5=x", "5"],
    ["x=22/2=11", "x=11"],
    ["f(x)=2x+1", "2x+1"],
    ["\\frac{dy}{dx}=2x", "2x"],
    ["dy/dx = 2x", "\\frac{dy}{dx}=2x"],
    ["|AB| = 5", "5"],
    ["2x+4y-3=0", "y=-\\frac{1}{2}x+\\frac34"],
    ["x^2/4 + y^2/3 = 1", "x^2/16 + y^2/12 = 1/4"],
    ["\\sqrt{2}\\approx1.414", "\\sqrt2"],
    ["x = \\sqrt{2}\\approx1.414", "\\sqrt2"],
    ["x\\approx 3.14", "3.14"],
    ["(x,y)=(1,2)", "(1,2)"],
    ["x=1, y=2", "(1,2)"],
    ["y=2,x=1", "x=1,y=2"],
    ["\\begin{cases} x=1 \\\\ y=2 \\end{cases}", "x=1,y=2"],
    ["\\begin{cases} x &= 1 \\\\ y &= 2 \\end{cases}", "x=1,y=2"],
    [
      "\\begin{cases} x & x>0 \\\\ -x & x\\le 0 \\end{cases}",
      "\\begin{cases} -x, & 0\\ge x \\\\ x, & \\text{if } 0<x \\end{cases}",
    ],
    ["$x=5$ and $y=6$", "x=5,y=6"],
    ["\\text{Area} = 5", "5"],
    ["AB = 5", "5"],
    ["P(A)=1/2", "1/2"],
    ["\\approx 3.14", "3.14"],
  ],
  inequalities: [
    ["2x>6", "x>3"],
    ["-x>-3", "x<3"],
    ["f(2)<f(1)<f(4)", "f(2)<f(1)<f(4)"],
    ["y > 2x + 1", "2y - 4x > 2"],
    ["x ≤ 3", "x<=3"],
    ["x>1\\text{ and }x<3", "(1,3)"],
    ["x>1, x<3", "(1,3)"],
    ["x<1, x>3", "(-\\infty,1)\\cup(3,\\infty)"],
    ["x<1\\text{ or }x>2", "(-\\infty,1)\\cup(2,\\infty)"],
    ["x\\ne1, x\\ne2", "\\mathbb{R}\\setminus\\{1,2\\}"],
    ["\\{x \\mid x>3\\}", "(3,\\infty)"],
    ["\\{x\\in\\mathbb{R} : x>3\\}", "x>3"],
    ["0 < x < \\infty", "(0,\\infty)"],
    ["-\\sqrt2 < x \\le \\pi", "(-\\sqrt2,\\pi]"],
    ["\\sqrt{4} \\le \\sqrt2 x", "x \\ge \\sqrt2"],
    ["x > a", "x - a > 0"],
    ["a < x < b", "b > x > a"],
    ["|x-1| < 2", "2 > |1-x|"],
  ],
  "sets and intervals": [
    ["n=2,3,4", "n=4,3,2"],
    ["x=\\pm2", "x=2 \\text{ or } x=-2"],
    ["\\pm2", "\\{-2,2\\}"],
    ["1\\pm\\sqrt2", "1+\\sqrt2, 1-\\sqrt2"],
    ["\\pm1\\mp x", "1-x, x-1"],
    ["(\\pm 1, 2)", "\\{(1,2),(-1,2)\\}"],
    ["\\{1,1,2\\}", "\\{1,2\\}"],
    ["{1, 2}", "\\{2,1\\}"],
    ["\\{100,200\\}", "\\{200,100\\}"],
    ["(1,234)", "(1, 234)"],
    ["\\emptyset", "\\{\\}"],
    ["\\{5\\}", "5"],
    ["\\{\\{1\\},\\{2\\}\\}", "\\{\\{2\\},\\{1\\}\\}"],
    ["\\{\\emptyset,\\{1\\}\\}", "\\{\\{1\\},\\emptyset\\}"],
    ["\\{1,\\dots,9\\}", "\\{1,\\ldots,9\\}"],
    ["\\text{all real numbers}", "(-\\infty,\\infty)"],
    ["\\{x\\in\\mathbb{Z} : x>3\\}", "\\{x\\in\\mathbb{Z} \\mid 3<x\\}"],
    ["3/2 or 1.5", "1.5"],
    ["(1,2),(3,4)", "(3,4),(1,2)"],
    ["\\langle 1,2\\rangle", "(1,2)"],
    ["]0,1[", "(0,1)"],
    ["x \\in (1,2)", "(1,2)"],
    ["[1,2]\\cup[2,3]", "[1,3]"],
    ["[0,2]\\cap[1,3]", "[1,2]"],
    ["(1,3)\\setminus\\{2\\}", "(1,2)\\cup(2,3)"],
    ["(-∞, 0) ∪ (0, ∞)", "x≠0"],
    ["(-\\infty,1) U (2,\\infty)", "(2,\\infty)\\cup(-\\infty,1)"],
    ["\\mathbb{R} - \\{0\\}", "(-\\infty,0)\\cup(0,\\infty)"],
    ["\\{-1\\}\\cup[0,7)", "x\\in\\{-1\\}\\cup[0,7)"],
    ["(a,b)\\cup(c,d)", "(c,d)\\cup(a,b)"],
    ["\\mathbb{R}", "(-\\infty,\\infty)"],
    ["\\mathbb{Z}", "ℤ"],
    ["[\\sqrt2,\\pi]\\cup[\\sqrt{2}+1,4]", "[\\sqrt2,4]"],
    ["(0,5)\\cap(1,6)\\cup\\{9\\}", "(1,5)\\cup\\{9\\}"],
  ],
  "matrices, ratios, times": [
    ["\\left[\\begin{array}{cc}1 & 2 \\\\3 & 4\\end{array}\\right]", "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}"],
    ["\\frac12\\begin{pmatrix}2&4\\\\6&8\\end{pmatrix}", "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}"],
    ["-\\begin{bmatrix}1\\end{bmatrix}", "\\begin{bmatrix}-1\\end{bmatrix}"],
    ["\\begin{pmatrix}1\\\\2\\end{pmatrix}", "(1,2)"],
    ["2:4", "1:2"],
    ["3:00 p.m.", "03:00 PM"],
    ["1/2/2003", "01/02/2003"],
    ["[[1,2],[3,4]]", "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}"],
  ],
  words: [
    ["Evelyn", "\\text{evelyn}"],
    ["\\text{ no  solution.}", "no solution"],
    ["\\emptyset", "\\text{No solutions}"],
    ["DNE", "\\text{does not exist}"],
    ["No", "no"],
    ["C", "\\text{(C)}"],
    ["\\textbf{(C)}\\ 12", "12"],
    ["\\text{(C)} 12", "C"],
    ["B) 12", "B"],
    ["(B) x", "x"],
    ["(B) 12 apples", "12"],
    ["B) 12", "\\text{(B)} 12"],
    ["(D) the red one", "D"],
    ["C) $\\frac12$", "0.5"],
    ["Alice and Bob", "Bob, Alice"],
    ["élève", "\\text{Élève}"],
  ],
};

describe("equal answers", () => {
  const table = Object.entries(EQUAL).flatMap(([kind, pairs]) => pairs.map((pair) => [kind, ...pair] as const));
  it.each(table)("%s: %s and %s", (_, left, right) => {
    expect(both(left, right)).toEqual(["equal", "equal"]);
  });
});

const UNEQUAL: Readonly<Record<string, readonly [string, string][]>> = {
  "numbers that are nearly equal": [
    ["1/2004!", "1/2006!"],
    ["1/2^{99}", "1/2^{98}"],
    ["\\sqrt{2}", "1.4142135623730950488016887242096980785696718753769480731766797379907324784621"],
    ["e^{\\pi\\sqrt{163}}", "262537412640768744"],
    ["9^{9^{9}}+1", "9^{9^9}"],
    ["e^{1000}+1", "e^{1000}"],
    ["(1+10^{-80})\\pi", "\\pi"],
    ["x^{100000}+1", "x^{100000}"],
    ["x+10^{-40}", "x"],
    ["0.5%", "0.5%+10^{-30}"],
    ["3000!", "3000!+1"],
    ["\\binom{3000}{1500}", "\\binom{3000}{1499}"],
    ["\\cos(10^{-9})", "1"],
    ["e^{-200}", "0"],
    // The error of a root near zero must not hide what is added to it.
    ["x+\\sqrt{\\sin\\pi}+10^{-28}", "x+\\sqrt{\\sin\\pi}"],
  ],
  "numbers with words": [
    ["50%", "5"],
    ["5\\text{ cm}", "5\\text{ m}"],
    ["5 cm^2", "5 cm"],
    ["18 cents", "$18"],
    ["¥5", "$5"],
    ["3\\text{ kW}", "3\\text{ W}"],
    ["3^\\circ\\text{C}", "3\\text{ degrees Fahrenheit}"],
    ["3\\text{ a.m.}", "3\\text{ p.m.}"],
    ["3\\text{ red}, 4\\text{ blue}", "4\\text{ red}, 3\\text{ blue}"],
    ["3\\text{ divided}", "3"],
    ["11\\text{ in binary}", "11"],
    ["5 rubles", "5 dollars"],
    ["5%", "5\\text{ cm}"],
    ["30^\\circ", "30%"],
    ["3\\text{ squared}", "3"],
    ["3\\text{ cm squared}", "3\\text{ cm}"],
    ["3\\text{ halves}", "3"],
    ["3\\text{k}", "3"],
    ["3\\text{ below zero}", "3"],
    ["0x10", "0"],
    ["\\frac{3}{}", "3"],
    ["\\sqrt{}", "1"],
    ["{}", "1"],
    ["5\\text{ million}", "5"],
    ["6\\text{ or 7}", "6"],
    ["42\\text{ is wrong}", "42"],
    ["42\\text{ (extraneous)}", "42"],
    ["42\\text{ rejected}", "42"],
    ["2\\sim 3", "2"],
    ["ii", "-1"],
    ["42\\text{ is not it}", "42"],
    ["3,14", "3.14"],
    ["32, 349", "32349"],
    ["101_2", "101"],
    ["12:00", "1:00"],
    ["3:00 PM", "3:00 AM"],
    ["1:2", "2:1"],
    ["0:1", "0:2"],
    ["2020-05-03", "2020-03-05"],
    ["2020-05-03", "2012"],
    ["1/2/2003", "2/4/2003"],
    ["(1,000)", "1000"],
    ["AB=5", "BC=5"],
  ],
  formulas: [
    ["\\sqrt{x^2}", "x"],
    ["\\ln(x^2)", "2\\ln x"],
    ["\\sqrt{x}\\sqrt{y}", "\\sqrt{xy}"],
    ["x", "X"],
    ["a_1", "a_2"],
    ["f(x+1)", "f(x)+f(1)"],
    ["x^2+C", "x^2"],
    ["\\arcsin(\\sin x)", "x"],
    ["\\lfloor x\\rfloor", "x"],
    ["\\lceil x\\rceil", "\\lfloor x\\rfloor+1"],
    ["\\bar{z}", "z"],
    ["\\dot x", "x"],
    ["\\infty", "-\\infty"],
    ["\\tan(\\pi/2)", "5"],
    ["0/0", "0"],
    ["i", "-i"],
    ["n!", "n^2"],
    ["\\frac{dy}{dx}", "\\frac{y}{x}"],
    ["dy/dx", "dx/dy"],
    ["\\frac{\\partial f}{\\partial x}", "f/x"],
    ["\\vec{a}\\times\\vec{b}", "\\vec{a}\\cdot\\vec{b}"],
    ["\\vec{a}\\times\\vec{b}", "\\vec{b}\\times\\vec{a}"],
    ["(\\vec a+\\vec b)\\times(\\vec a-\\vec b)", "(\\vec a+\\vec b)\\cdot(\\vec a-\\vec b)"],
    ["5C2", "10C"],
    ["2C5", "10"],
    ["\\sqrt[\\pi-\\pi]{5}", "5"],
  ],
  statements: [
    ["n=2,3,4", "n=1,2,3"],
    ["\\pm 2021", "2021"],
    ["3*x-1*y+13=0", "3x+4y+14=0"],
    ["x=5", "y=5"],
    ["x=1,x=2", "y=1,y=2"],
    ["x=22/3=11", "x=11"],
    ["7=11a+c", "11a+c"],
    ["a+3z=0", "0"],
    ["1=2", "3=5"],
    ["\\sqrt{2}\\approx1.414", "1.414"],
    ["x>3", "y>3"],
    ["x\\le 3", "x<3"],
    ["2x>6", "2x<6"],
    ["y>2x", "y<2x"],
    ["f(2)<f(1)<f(4)", "f(1)<f(2)<f(4)"],
    ["\\begin{cases} x & x>0 \\\\ -x & x\\le 0 \\end{cases}", "\\begin{cases} x & x<0 \\\\ -x & x\\ge 0 \\end{cases}"],
    ["x=1, y=2", "(2,1)"],
    ["x=3\\text{ or }y=4", "(3,4)"],
    ["\\{x\\in\\mathbb{Z} : x>3\\}", "x>3"],
    ["\\{2n : n\\in\\mathbb{Z}\\}", "\\mathbb{Z}"],
  ],
  structures: [
    ["(1,2)\\cup(2,3)", "(1,3)"],
    ["(-\\sqrt2,\\pi)", "-\\sqrt2 < x \\le \\pi"],
    ["(2,1)\\cup(3,4)", "(3,4)"],
    ["f(\\sqrt2)", "f(\\sqrt3)"],
    ["g(x)", "g'(x)"],
    ["(3,1)", "\\{1,3\\}"],
    ["(1, 2]", "[1,2)"],
    ["1,1,2", "1,2"],
    ["(2,1),(3,4)", "(3,4),(1,2)"],
    ["1,2,3,...", "1,2,3"],
    ["1,2,\\dots,9", "1,2,s,9"],
    ["BAC", "ABC"],
    ["\\begin{pmatrix}1&2\\end{pmatrix}", "\\begin{pmatrix}1\\\\2\\end{pmatrix}"],
    ["\\mathbb{R}", "\\mathbb{Z}"],
    ["\\text{(C)} 12", "\\text{(D)} 12"],
    ["\\text{(C)} 12", "D"],
    ["\\text{(C)}\\text{(D)}", "C"],
    ["\\text{(C)} 12 \\text{(D)} 13", "C"],
    ["\\{\\emptyset\\}", "\\emptyset"],
    ["\\{\\{1\\}\\}", "\\{1\\}"],
    ["\\{\\{1\\}\\}", "1"],
    ["\\{\\{1\\},\\{2\\}\\}", "\\{1,2\\}"],
    ["B) 12", "D"],
    ["(B) x", "y"],
    ["B) 12", "B) 13"],
    ["A) 12 B) 13", "A"],
    ["12 345", "12345"],
    ["no", "yes"],
    ["no solution", "0"],
    ["no solution", "none of these"],
    ["[[1,2],[3,4]]", "\\begin{pmatrix}1&3\\\\2&4\\end{pmatrix}"],
    ["42, \\text{ or maybe } 41", "42"],
  ],
};

describe("answers that are not equal", () => {
  const table = Object.entries(UNEQUAL).flatMap(([kind, pairs]) => pairs.map((pair) => [kind, ...pair] as const));
  it.each(table)("%s: %s and %s", (_, left, right) => {
    expect(both(left, right)).not.toContain("equal");
  });
});

describe("what a reply says was asked for", () => {
  it.each([
    ["m+n = 5", "5", "equal"],
    ["abc = 6", "6", "equal"],
    ["m + n = 5", "6", "different"],
    ["m+n=5", "m+n=5", "equal"],
    ["2x=10", "10", "different"],
    // A reference may be an equation, of which the number is one side.
    ["5", "x+y=5", "different"],
  ])("%s beside %s is %s", (answer, reference, expected) => {
    expect(verdict(answer, reference)).toBe(expected);
  });
});

describe("what cannot be read or computed", () => {
  it.each([
    ["\\frac{1}{"],
    ["))(("],
    ["3x+"],
    [""],
    ["\\sum_{k=1}^n k"],
    ["7/0"],
    ["@#"],
    ["1 2 3"],
    ["x".repeat(4001)],
  ])("a reference %j is unreadable, to itself too", (reference) => {
    expect(verdict("5", reference)).toBe("unreadable");
    expect(verdict(reference, reference)).toBe("unreadable");
  });

  it.each([["\\frac{1}{"], ["7/0"], ["9999999999999!"], ["1e99999999"], ["\\foo"], ["1,,2)"]])(
    "an answer %j is not equal to a reference that can be",
    (answer) => {
      expect(verdict(answer, "1")).not.toBe("equal");
      expect(verdict(answer, "1")).not.toBe("unreadable");
    },
  );

  it("a reference too large to compute leaves other answers open, and is equal as it is written", () => {
    expect(verdict("5", "9^{9^{9^9}}")).toBe("unreadable");
    expect(verdict("9^{9^{9^{9}}}", "9^{9^{9^9}}")).toBe("equal");
  });
});

describe("hostile answers end within the work that is allowed", () => {
  const nines = "9".repeat(3990);
  it.each([
    ["(".repeat(4000), "1"],
    [`${"{".repeat(1999)}1${"}".repeat(1999)}`, "1"],
    [`${"\\sqrt{".repeat(500)}2${"}".repeat(500)}`, "2"],
    ["2^".repeat(1900).concat("2"), "2"],
    [`${nines}!`, "1"],
    [`\\sqrt{${nines.slice(0, 3900)}}`, nines.slice(0, 1950)],
    [`1/${nines.slice(0, 1900)}`, `0.${"3".repeat(1900)}`],
    [`${"x^{999}+".repeat(400)}1`, "x"],
    [`${"\\tan(x^2)\\ln(x)+".repeat(200)}1`, `1+${"\\tan(x^2)\\ln(x)+".repeat(200)}0`],
    [
      `\\{${Array.from({ length: 800 }, (_, index) => index).join()}\\}`,
      `\\{${Array.from({ length: 800 }, (_, index) => index + 1).join()}\\}`,
    ],
    ["\\pm".repeat(500).concat("1"), "1"],
    [`1${"+\\pm 1".repeat(300)}`, "1"],
    ["x<1<".repeat(900).concat("2"), "x<1"],
    [`${"[0,1]\\cup".repeat(300)}[0,1]`, "[0,2]"],
    [`${"((x+1)^2+".repeat(55)}1${")".repeat(55)}`, "x"],
    [`${"\\ln(".repeat(55)}x${")".repeat(55)}`, "x"],
    ["(x+y+z+w)^{300}", "(x+y)^{300}"],
    ["e^{e^{e^{e^{x}}}}", "e^{e^{e^{e^{x}}}}+1"],
    ["10^{-10^{10}}", "0"],
    [`\\gcd(${nines.slice(0, 1900)},${nines.slice(0, 1901)})`, "1"],
    ["\\begin{pmatrix}".concat("1&".repeat(1500), "1\\end{pmatrix}"), "1"],
  ])("pair %#", (left, right) => {
    for (const [a, b] of [
      [left, right],
      [right, left],
    ] as const) {
      const { verdict: said, work } = compareMath(a, b);
      expect(said).not.toBe("equal");
      // The step that runs over is the last.
      expect(work).toBeLessThan(2 * WORK_LIMIT);
    }
  });
});

const PIECES = [
  ..."()[]{}|,;:=<>!%&'^_+-*/ ".split(""),
  ..."0 1 23 4.5 x y n e i 1,234 e5 cm or and".split(" "),
  "\\frac{",
  "\\sqrt",
  "\\pi",
  "\\sin",
  "\\ln",
  "\\arctan",
  "\\{",
  "\\}",
  "\\le",
  "\\pm",
  "\\cup",
  "\\infty",
  "\\text{a}",
  "\\\\",
  "\\begin{pmatrix}",
  "\\end{pmatrix}",
  "\\left(",
  "\\right)",
  "\\binom{",
  "...",
  "\\overline{3}",
  "\\lfloor",
  "$",
  "\\(",
];
const garbage = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 400 })
  .map((pieces) => pieces.join("").slice(0, 4000));

/** Formulas that can be read, of any depth. */
const formula = fc.letrec<{ any: string; leaf: string; node: string }>((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("node")),
  leaf: fc.constantFrom("x", "y", "1", "2", "3", "\\pi", "e", "i", "\\frac{1}{2}", "0.25", "7"),
  node: fc.oneof(
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a}+${b})`),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `(${a}-${b})`),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `${a} \\cdot ${b}`),
    fc.tuple(tie("any"), tie("any")).map(([a, b]) => `\\frac{${a}}{${b}}`),
    fc.tuple(tie("any"), fc.integer({ min: 2, max: 4 })).map(([a, n]) => `(${a})^{${n}}`),
    tie("any").map((a) => `\\sqrt{${a}}`),
    tie("any").map((a) => `\\sin\\left(${a}\\right)`),
    tie("any").map((a) => `\\ln(${a})`),
    tie("any").map((a) => `\\arctan{${a}}`),
  ),
})).any;

describe("laws", () => {
  it("any text at all is compared without an error and within the work that is allowed", () => {
    fc.assert(
      fc.property(fc.oneof(garbage, fc.string({ unit: "grapheme", maxLength: 300 })), garbage, (left, right) => {
        for (const other of [right, left, "42", "x^2"]) {
          const { verdict: said, work } = compareMath(left, other);
          expect(["equal", "different", "unclear", "unreadable"]).toContain(said);
          expect(work).toBeLessThan(2 * WORK_LIMIT);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("comparing is symmetric", () => {
    fc.assert(
      fc.property(formula, formula, (left, right) => {
        expect(verdict(left, right) === "equal").toBe(verdict(right, left) === "equal");
      }),
      { numRuns: 60 },
    );
  });

  it("a formula is equal to itself however it is spelled", () => {
    const spellings: ((text: string) => string)[] = [
      (text) => `$${text}$`,
      (text) => `\\(${text}\\).`,
      (text) => text.replaceAll("\\frac", "\\dfrac"),
      (text) => text.replaceAll(" \\cdot ", "*"),
      (text) => text.replaceAll("\\pi", "π").replaceAll("-", "−"),
      (text) =>
        text
          .replaceAll("(", "\\left(")
          .replaceAll(")", "\\right)")
          .replaceAll("\\left\\left", "\\left")
          .replaceAll("\\right\\right", "\\right"),
      (text) => `0+${text}`,
      (text) => `2\\cdot(${text})-(${text})`,
    ];
    fc.assert(
      fc.property(formula, fc.constantFrom(...spellings), (text, spell) => {
        // What is defined nowhere, such as 1/(x-x), is equal to nothing.
        fc.pre(verdict(text, text) !== "unreadable");
        expect(verdict(spell(text), text)).toBe("equal");
      }),
      { numRuns: 100 },
    );
  });

  it("a formula is never equal to itself and a little more", () => {
    fc.assert(
      fc.property(formula, fc.integer({ min: 1, max: 60 }), (text, digits) => {
        expect(verdict(`${text}+10^{-${digits}}`, text)).not.toBe("equal");
      }),
      { numRuns: 100 },
    );
  });

  it("fractions compare as fractions", () => {
    const whole = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
    const positive = fc.integer({ min: 1, max: 10 ** 12 });
    fc.assert(
      fc.property(whole, positive, whole, positive, (a, b, c, d) => {
        const isEqual = BigInt(a) * BigInt(d) === BigInt(c) * BigInt(b);
        expect(verdict(`\\frac{${a}}{${b}}`, `${c}/${d}`) === "equal").toBe(isEqual);
        expect(verdict(`\\frac{${a}}{${b}}`, `${a * 3}/${b * 3}`)).toBe("equal");
      }),
    );
  });
});
