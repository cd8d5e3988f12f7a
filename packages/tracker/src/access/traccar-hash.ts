import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
/** Ours begin with `$argon2id$`. */
const STORED = /^\$traccar\$(sha1|sha256)\$(\d{1,7})\$([0-9a-f]+)\$([0-9a-f]+)$/;
/** Of former versions; newer ones name theirs in the hash: `PBKDF2WithHmacSHA256$200000$…`. */
const FORMER_ITERATIONS = 1000;
const NAMED = /^PBKDF2WithHmacSHA256\$(\d{1,7})\$([0-9a-f]+)$/i;
const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i;

/**
 * Stored form of a password that a Traccar has hashed; null = it is none.
 * @param hashed Columns `hashedpassword` and `salt` of its users.
 */
export function traccarHash({ hash, salt }: { readonly hash: string; readonly salt: string }): string | null {
  if (!HEXADECIMAL.test(salt)) return null;
  const [, iterations, named] = NAMED.exec(hash) ?? [];
  if (iterations !== undefined && named !== undefined && Number(iterations) > 0)
    return `$traccar$sha256$${Number(iterations)}$${salt}$${named}`.toLowerCase();
  return HEXADECIMAL.test(hash) ? `$traccar$sha1$${FORMER_ITERATIONS}$${salt}$${hash}`.toLowerCase() : null;
}

export const isTraccarHash = (stored: string): boolean => STORED.test(stored);

/** Checks a password against such a stored form. */
export async function matchesTraccarHash(password: string, stored: string): Promise<boolean> {
  const [, digest = 'sha1', iterations, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  const wanted = Buffer.from(hash, 'hex');
  if (wanted.length === 0) return false;
  const made = await derive(password, Buffer.from(salt, 'hex'), Number(iterations), wanted.length, digest);
  return timingSafeEqual(made, wanted);
}
