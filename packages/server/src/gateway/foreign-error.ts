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
  const own = type.includes('json') ? messageIn(body) : body;
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

/** The first line of the answer, without the exception behind it; null = no text for users. */
function ownMessage(text: string): string | null {
  const [line = ''] = text.trim().split('\n', 1);
  const [message = ''] = line.split(/ - (?=[A-Z]\w*(?:Exception|Error)\b)/, 1);
  const trimmed = message.trim();
  const isRevealing =
    trimmed === '' || trimmed.length > LONGEST || TRACE.test(trimmed) || DATABASE.test(trimmed);
  return isRevealing || /^[A-Z]\w*(?:Exception|Error)\b/.test(trimmed) ? null : trimmed;
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
