import type { RedactionPattern } from "./secret-patterns.js";

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** The check digit of payment cards (Luhn). */
function isCard(found: string): boolean {
  const digits = digitsOf(found);
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The check digits of bank accounts (ISO 7064, mod 97). */
function isAccount(found: string): boolean {
  const text = found.replace(/ /g, "").toUpperCase();
  if (text.length < 15 || text.length > 34) return false;
  let rest = 0;
  for (const letter of `${text.slice(4)}${text.slice(0, 4)}`) {
    const value = /\d/.test(letter) ? letter : String(letter.charCodeAt(0) - 55);
    for (const digit of value) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

const isPhone = (found: string): boolean => {
  const { length } = digitsOf(found);
  return length >= 9 && length <= 15;
};

const isAddress = (found: string): boolean => found.split(".").every((part) => Number(part) <= 255);

/** What names or reaches a person. Numbers with check digits are checked, so that order numbers stay. */
export const PERSONAL_PATTERNS: readonly RedactionPattern[] = [
  { label: "email", pattern: /[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g },
  { label: "account", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, isReal: isAccount },
  { label: "card", pattern: /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, isReal: isCard },
  { label: "social security number", pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g },
  { label: "phone", pattern: /(?<![\w+])\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?!\w)/g, isReal: isPhone },
  { label: "phone", pattern: /(?<![\w-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g },
  { label: "address", pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g, isReal: isAddress },
];
