import { MINUTE_MS } from '@rastro/base';

const known = new Map<string, boolean>();
/** Names come from users; the cache of wrong ones is limited. */
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

/** A clock that is given as an offset: `GMT-3`, `UTC+05:30`, `-03:00`. Empty = UTC. */
const FIXED_OFFSET = /^(?:UTC|GMT|Z)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/;
const FURTHEST_MINUTES = 18 * 60;

/** East positive, in milliseconds; null = the text is no offset. */
export function fixedOffsetMs(text: string): number | null {
  const fixed = FIXED_OFFSET.exec(text);
  if (!fixed) return null;
  const minutes = Number(fixed[2] ?? 0) * 60 + Number(fixed[3] ?? 0);
  if (minutes > FURTHEST_MINUTES) return null;
  return (fixed[1] === '-' ? -minutes : minutes) * MINUTE_MS;
}

function isUnderstood(timeZone: string): boolean {
  // Intl knows names that are no zones of the database (SystemV/EST5) and that Temporal rejects.
  if (timeZone.startsWith('SystemV/')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
