const known = new Map<string, boolean>();
/** Names come from people; what is remembered of wrong ones has a bound. */
const MAX_REMEMBERED = 2000;

/**
 * Is a text the name of a time zone? Every name of the IANA data base counts, with all its aliases; an offset
 * (`+03:00`) is a difference, not a zone.
 * @example isTimeZone('Asia/Kolkata') // true, and so is its former name Asia/Calcutta
 */
export function isTimeZone(name: string): boolean {
  let is = known.get(name);
  if (is === undefined) {
    is = /^[A-Za-z]/.test(name) && isUnderstood(name);
    if (known.size < MAX_REMEMBERED) known.set(name, is);
  }
  return is;
}

function isUnderstood(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
