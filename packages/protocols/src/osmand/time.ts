const WHOLE = /^\d{1,16}$/;
const SECONDS_BELOW = 2_147_483_647;

/**
 * Reads a `timestamp`: seconds or milliseconds since 1970, ISO 8601, or `yyyy-MM-dd HH:mm:ss` in UTC.
 * An ISO time without a zone is UTC, too.
 * @returns Milliseconds since 1970; null when it is none of these.
 */
export function readTime(text: string): number | null {
  if (WHOLE.test(text)) {
    const number = Number(text);
    return inRange(number < SECONDS_BELOW ? number * 1000 : number);
  }
  // A plus sign in a query means a space, so an unescaped offset arrives as " 03:00".
  const iso = text.includes('T') ? text.replace(' ', '+') : text.replace(' ', 'T');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(iso)) return null;
  return inRange(Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? iso : `${iso}Z`));
}

/** Range of a JavaScript date; excludes NaN and absurd numbers. */
const inRange = (ms: number): number | null => (Math.abs(ms) <= 8.64e15 ? ms : null);
