import { ERROR_CODES } from '@rastro/fleet/api';

/** Error of an external server, as it is passed on. */
export interface ForeignError {
  readonly status: number;
  readonly text: string;
}
interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** An exception where a message should be: its class, where it was thrown, or a page about it. */
const TRACE =
  /\bat [\w$.]+\([\w$]+\.java|\.java:\d+|\([\w$]+:\d+|\b(?:[a-z]\w*\.){2,}[A-Z]\w*|<html|<!doctype/i;
const DATABASE = /\bSQL\b|JdbcSQL|unique index|primary key|duplicate (?:entry|key)|constraint/i;
const DUPLICATE = /unique index|duplicate (?:entry|key)|unique constraint|23505/i;
const LONGEST = 300;

const GENERAL: Readonly<Record<number, string>> = {
  400: 'Invalid data - The tracking server does not accept this',
  401: 'HTTP 401 Unauthorized - Sign in first',
  403: 'Access denied - The tracking server does not allow this',
  404: 'HTTP 404 Not Found - The tracking server has nothing at this address',
  405: 'HTTP 405 Method Not Allowed - The tracking server does not know this method here',
  406: 'Not acceptable - The tracking server does not have this format',
  413: 'Body too large - The tracking server does not accept so much at once',
  415: 'Unsupported content type - The tracking server does not read this',
  429: 'Too many tries - Try again later',
};
/**
 * Exceptions of a Traccar whose message is for users, with our code where the message is none of ours.
 * @source docs/reference/tracking-api.md §1.6
 */
const FOR_USERS: ReadonlyMap<string, string> = new Map([
  ['SecurityException', 'Access denied'],
  ['MessageException', 'Notification not sent'],
]);
const CODES: ReadonlySet<string> = new Set(ERROR_CODES);
/** Messages of a Traccar, from whatever exception, that our own server words with another code. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^Command (\w+) is not supported in protocol (\w+)$/,
    'Command not supported - $1 is not supported in protocol $2',
  ],
  [/^SMS (?:is )?not (?:configured|enabled)$/i, 'SMS not configured - This server has no SMS gateway'],
  [/^Failed to send command$/, 'Command not sent - The device did not take it'],
  [/^One-time password is disabled$/, 'One time codes disabled - This server does not use them'],
  [/^User authorization failed$/, 'Wrong one time code - Enter the code that the authenticator shows now'],
  [/^User is disabled$/, 'Account is disabled - Contact the administrator'],
  [/^User has expired$/, 'Account is expired - Contact the administrator'],
  [/^Reverse geocoding is not enabled$/, 'Geocoder not configured - This server cannot look up addresses'],
  [/^Sharing is disabled$/, 'Sharing disabled - This server does not share vehicles'],
  [/^No SMTP configuration found$/, 'Mail not configured - This server cannot send mail'],
];
const FAILED: ForeignError = {
  status: 502,
  text: 'Tracking server failed - It could not do this; its log says why',
};
const ELSEWHERE: ForeignError = {
  status: 502,
  text: 'Tracking server failed - It pointed to another address; TRACKING_SERVER_URL may be wrong',
};

/**
 * One line with a code, in our format. The server's own message stays if it has one; internals and links elsewhere are
 * removed.
 */
export function foreignError({ status, type, body }: Answered): ForeignError {
  if (status < 400) return ELSEWHERE;
  if (status === 503) return { status, text: 'Tracking server busy - Try again in a moment' };
  if (status >= 500) return isDuplicate(body) ? taken() : FAILED;
  if (isDuplicate(body)) return taken();
  // A Traccar calls its stack traces JSON.
  const own = type.includes('json') && body.startsWith('{') ? messageIn(body) : body;
  return {
    status,
    text: ownMessage(own) ?? GENERAL[status] ?? `HTTP ${status} - Refused by the tracking server`,
  };
}

const isDuplicate = (body: string): boolean => DUPLICATE.test(body);
const taken = (): ForeignError => ({
  status: 400,
  text: 'Already in use - Another entry has this identifier',
});

/** The first line of an answer, without the exceptions before or behind it; null = no text for users. */
function ownMessage(text: string): string | null {
  const [line = ''] = text.trim().split('\n', 1);
  const { exception, message } = thrownIn(line);
  const known = MESSAGES.find(([pattern]) => pattern.test(message));
  if (known) return message.replace(...known);
  const isRevealing =
    message === '' || message.length > LONGEST || TRACE.test(message) || DATABASE.test(message);
  if (isRevealing) return null;
  if (exception === null || (FOR_USERS.has(exception) && isCode(message))) return message;
  const code = FOR_USERS.get(exception);
  return code === undefined ? null : `${code} - ${message}`;
}

const isCode = (message: string): boolean => CODES.has(message.replaceAll(' ', '_').toUpperCase());

/** `java.lang.SecurityException: Account is readonly`, or the same with the exception at its end. */
function thrownIn(line: string): { readonly exception: string | null; readonly message: string } {
  let exception: string | null = null;
  let message = line.trim();
  for (;;) {
    const [, name, rest] =
      /^(?:[\w$]+\.)*([A-Z][\w$]*(?:Exception|Error)[\w$]*)(?::\s*(.*)|)$/.exec(message) ?? [];
    if (name === undefined) break;
    exception = name;
    message = rest ?? '';
  }
  const [own = ''] = message.split(/ - (?=[A-Z]\w*(?:Exception|Error)\b)/, 1);
  return { exception, message: own.trim() };
}

function messageIn(body: string): string {
  try {
    const read: unknown = JSON.parse(body);
    const message: readonly unknown[] = [Object(read).error, Object(read).message];
    return message.find((each) => typeof each === 'string') ?? '';
  } catch {
    return ''; // It says that it is JSON and is none.
  }
}
