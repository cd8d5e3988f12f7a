/** The tracking API (or the network) failed. Expected, a value, never thrown. */
export interface ApiFailure {
  /** HTTP status; 0 = no answer arrived. */
  readonly status: number;
  /** From the error catalog, or a text of the server in the same form. Branch on this, never on `message`. */
  readonly code: string;
  /** First line of the server's message, for users; may be empty. */
  readonly message: string;
  readonly body: unknown;
  /** The server requires a second factor. @source docs/reference/tracking-api.md §1.6 */
  readonly challenge: 'TOTP' | null;
  /** The account is suspended, and one trust unlock is left. @source docs/reference/requirements.md SPEC §8 */
  readonly trustAvailable: boolean;
}

/** Login answers read HTTP 500 as a blocked account (docs/reference/requirements.md SPEC §8); other calls do not. */
export type CallKind = 'login' | 'other';

/** Texts of a stock tracking server that mean a code of our catalog. */
const ALIASES: Readonly<Record<string, string>> = {
  USER_IS_DISABLED: 'ACCOUNT_IS_DISABLED',
  USER_HAS_EXPIRED: 'ACCOUNT_IS_DISABLED',
  USER_AUTHORIZATION_FAILED: 'INVALID_LOGIN_DATA',
};
const CLASS_PREFIX = /^(?:[\w$]+\.)+[\w$]+:\s*/;
const CODE = /^[A-Z][A-Z0-9_]*$/;

/**
 * Derives the code of a server text: the part before a dash, trimmed, spaces to underscores, upper case.
 * @source docs/reference/requirements.md SPEC §8 "Login errors"
 * @example deriveCode('WRITE_ACCESS_DENIED - devices.edit') // 'WRITE_ACCESS_DENIED'
 */
export function deriveCode(text: string): string {
  const head = firstLine(text).split('-')[0] ?? '';
  const code = head.trim().replaceAll(/\s+/g, '_').toUpperCase();
  return ALIASES[code] ?? (code === '' ? 'UNKNOWN_ERROR' : code);
}

/** Reads the failure out of an answer with status >= 400. `raw` is the body as text. */
export function failureOf(
  status: number,
  raw: string,
  { kind, authenticate }: { readonly kind: CallKind; readonly authenticate: string | null },
): ApiFailure {
  const body = parseBody(raw);
  const challenge = status === 401 && authenticate?.trim().toUpperCase() === 'TOTP' ? 'TOTP' : null;
  const fields = isRecord(body) ? body : {};
  const text = typeof body === 'string' ? body : fields['error'];
  const trustAvailable = fields['trustAvailable'] === true;
  const base = { status, body, challenge, trustAvailable } as const;
  if (typeof text !== 'string' || text.trim() === '') {
    return { ...base, code: codeWithoutText(status, kind, body), message: '' };
  }
  const stated = fields['code'];
  const derived = typeof stated === 'string' && CODE.test(stated) ? stated : deriveCode(text);
  const code = kind === 'login' && status === 500 ? 'ACCOUNT_IS_BLOCKED' : derived;
  return {
    ...base,
    code: code === 'ACCOUNT_IS_SUSPENDED' && trustAvailable ? 'ACCOUNT_IS_SUSPENDED_TRUST' : code,
    message: firstLine(text),
  };
}

/** No answer: the network is down, the server is away, or the time is over. */
export function connectionFailure(message: string): ApiFailure {
  return failureWithoutBody('CONNECTION_ERROR', 0, message);
}

/** An answer with status < 400 that cannot be read. */
export function unreadableFailure(status: number, kind: CallKind, message: string): ApiFailure {
  return failureWithoutBody(kind === 'login' ? 'LOGIN_PROCESS_ERROR' : 'UNKNOWN_ERROR', status, message);
}

function failureWithoutBody(code: string, status: number, message: string): ApiFailure {
  return { status, code, message, body: null, challenge: null, trustAvailable: false };
}

function codeWithoutText(status: number, kind: CallKind, body: unknown): string {
  if (kind === 'login' && status === 500) return 'ACCOUNT_IS_BLOCKED';
  if (status === 401 && body === null) return 'HTTP_401_UNAUTHORIZED';
  return 'UNKNOWN_ERROR';
}

/** The first line without the class names that a Java server puts before its message. */
function firstLine(text: string): string {
  let line = (text.split(/\r?\n/, 1)[0] ?? '').trim();
  while (CLASS_PREFIX.test(line)) line = line.replace(CLASS_PREFIX, '');
  return line;
}

/** JSON when it is an object or a quoted text; else the text itself; empty = null. */
function parseBody(raw: string): unknown {
  const text = raw.trim();
  if (text === '') return null;
  if (!/^[{["]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A stack trace may start with a quote; then the text is the message.
    return text;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
