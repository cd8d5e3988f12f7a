import { hash, verify } from '@node-rs/argon2';

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
  const hash = stored ?? (await decoy);
  for (const form of formsOf(password)) if (await verify(hash, form)) return stored !== null;
  return false;
}
