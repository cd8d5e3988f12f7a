import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, 2 passes. Runs in the thread pool. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | null = null;

/**
 * Checks a password. An unknown user costs the same time as a known one, so that nobody can tell them apart.
 * @param stored The user's hash, null = unknown user or no password set.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('decoy');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}
