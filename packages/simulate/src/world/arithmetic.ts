/** Longest expression that is worked out. */
const MAX_LENGTH = 200;

/**
 * The value of an arithmetic expression (`+ - * / % ^`, brackets, decimals), or null when the text is none or the value
 * is not finite.
 */
export function evaluateArithmetic(text: string): number | null {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return null;
  const tokens = text.replaceAll("**", "^").match(/\d+(?:\.\d+)?|[-+*/%^()]|\S/g) ?? [];
  let at = 0;
  const fail = (): never => {
    throw new RangeError("not arithmetic");
  };
  const primary = (): number => {
    const token = tokens[at++];
    if (token === "-") return -power();
    if (token === "+") return power();
    if (token === "(") {
      const value = sum();
      return tokens[at++] === ")" ? value : fail();
    }
    return token !== undefined && /^\d/.test(token) ? Number(token) : fail();
  };
  const power = (): number => {
    const base = primary();
    if (tokens[at] !== "^") return base;
    at++;
    return base ** power();
  };
  const product = (): number => {
    let value = power();
    for (let sign = tokens[at]; sign === "*" || sign === "/" || sign === "%"; sign = tokens[at]) {
      at++;
      const right = power();
      value = sign === "*" ? value * right : sign === "/" ? value / right : value % right;
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let sign = tokens[at]; sign === "+" || sign === "-"; sign = tokens[at]) {
      at++;
      value = sign === "+" ? value + product() : value - product();
    }
    return value;
  };
  try {
    const value = sum();
    return at === tokens.length && Number.isFinite(value) ? value : null;
  } catch {
    return null;
  }
}
