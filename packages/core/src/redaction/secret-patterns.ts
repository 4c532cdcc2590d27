/** What a found text is, and where it stands in a match: the whole of it, or the first group. */
export interface RedactionPattern {
  readonly label: string;
  readonly pattern: RegExp;
  /** Says whether what looks like one is one. */
  readonly isReal?: (found: string) => boolean;
}

/** Credentials by the forms their issuers give them. Quantifiers are bounded, so a long text costs linear time. */
export const SECRET_PATTERNS: readonly RedactionPattern[] = [
  {
    label: "private key",
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
  },
  { label: "token", pattern: /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}/g },
  { label: "key", pattern: /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,300}/g },
  { label: "key", pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { label: "key", pattern: /\bAIza[\w-]{35}/g },
  { label: "token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255}|glpat-[\w-]{20,255})/g },
  { label: "token", pattern: /\b(?:hf|npm|gsk|zp|wai|pypi|xai)[_-][A-Za-z0-9_-]{20,255}/g },
  { label: "token", pattern: /\bxox[abeprs]-[A-Za-z0-9-]{10,255}/g },
  { label: "token", pattern: /(?<=\b(?:Bearer|Basic) {1,3})[A-Za-z0-9._~+/-]{16,4000}={0,2}/gi },
  { label: "password", pattern: /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{1,100}:)[^\s:/@]{1,200}(?=@)/gi },
  {
    label: "secret",
    pattern:
      /(?<=\b(?:api[_-]?key|secret|access[_-]?token|auth[_-]?token|password|passwd)["']?\s{0,3}[:=]\s{0,3}["']?)(?!\[)[^\s"',;&]{6,500}/gi,
  },
];

/** Fields whose value is a credential whatever it looks like. */
export const SECRET_FIELD =
  /^(?:password|passwd|passphrase|api[_-]?key|apikey|secret|client[_-]?secret|access[_-]?token|refresh[_-]?token|auth[_-]?token|authorization|private[_-]?key)$/i;
