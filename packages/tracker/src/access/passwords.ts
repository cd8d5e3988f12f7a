import { hash, verify } from '@node-rs/argon2';
import { isTraccarHash, matchesTraccarHash } from './traccar-hash.ts';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes. Runs in the thread pool. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One password is one text, however a keyboard composes its letters (RFC 8265, 4.2). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST);

/** In the form stored now, and in the form of before Unicode composition. */
const formsOf = (password: string): ReadonlySet<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')]);

let decoy: Promise<string> | null = null;

/**
 * Checks a password. An unknown user costs the same time as a known one, so that they cannot be distinguished.
 * @param stored The user's hash, null = unknown user or no password set.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('decoy');
  const isOurs = stored !== null && !isTraccarHash(stored);
  let matches = false;
  for (const form of formsOf(password)) matches ||= await verify(isOurs ? stored : await decoy, form);
  // In addition to the work of every other account: its own may cost less.
  if (stored === null || isOurs) return isOurs && matches;
  return matchesTraccar(password, stored);
}

async function matchesTraccar(password: string, stored: string): Promise<boolean> {
  for (const form of formsOf(password)) if (await matchesTraccarHash(form, stored)) return true;
  return false;
}

/** Whether a password should be hashed again as soon as it is known: another server's hash is cheaper to guess. */
export const isWeakHash = (stored: string | null): boolean => stored !== null && isTraccarHash(stored);
