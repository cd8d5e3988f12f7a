import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';
import { z } from 'zod';
import type { PrivateValues } from './deletion-requests.ts';
import type { UserEntity } from '../directory/directory.ts';

const COUNT = 10;
/** 50 bits: ten codes cannot be guessed among them before the rate limiter blocks. */
const CODE_LENGTH = 10;
const GROUP = 5;
/** No letters that look alike. 32 of them: each byte gives one without a bias. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const NAME = 'recovery';
const storedCodes = z.object({ key: z.string(), hashes: z.array(z.string()) });

type Owner = Pick<UserEntity, 'id' | 'totpKey'>;

/**
 * Recovery codes for users who lost their authenticator, each good once. Stored as hashes, with the key of one-time
 * codes that they were made for: with another key, or none, they are worth nothing.
 */
export class RecoveryCodes {
  readonly #store: Omit<PrivateValues, 'remove'>;

  constructor(store: Omit<PrivateValues, 'remove'>) {
    this.#store = store;
  }

  left(user: Owner): number {
    return this.#hashesOf(user).length;
  }

  /** @returns new ones, to be shown once; the former ones are gone. */
  async renew(user: Owner): Promise<readonly string[]> {
    const codes = Array.from({ length: COUNT }, newCode);
    await this.#save(user, codes.map(hashOf));
    return codes;
  }

  /** Whether this is one of the user's codes; uses it up. */
  async take(user: Owner, given: string): Promise<boolean> {
    const hash = hashOf(given);
    const hashes = this.#hashesOf(user);
    if (!hashes.includes(hash)) return false;
    // Of two who come with it at once the second finds it taken: nothing is awaited in between.
    if (this.#inFlight.has(hash)) return false;
    this.#inFlight.add(hash);
    try {
      await this.#save(
        user,
        hashes.filter((each) => each !== hash),
      );
    } finally {
      this.#inFlight.delete(hash);
    }
    return true;
  }
  readonly #inFlight = new Set<string>();

  #hashesOf({ id, totpKey }: Owner): readonly string[] {
    const stored = this.#store.get(id, NAME);
    if (totpKey === null || stored === null) return [];
    const { key, hashes } = storedCodes.parse(JSON.parse(stored));
    return key === hashOf(totpKey) ? hashes : [];
  }

  #save({ id, totpKey }: Owner, hashes: readonly string[]): Promise<void> {
    const value = JSON.stringify({ key: hashOf(totpKey ?? ''), hashes });
    return this.#store.put({ ownerId: id, name: NAME, value });
  }
}

function newCode(): string {
  const characters = [...host.randomBytes(CODE_LENGTH)]
    .map((byte) => ALPHABET[byte % ALPHABET.length] ?? '')
    .join('');
  return `${characters.slice(0, GROUP)}-${characters.slice(GROUP)}`;
}

/** Written with or without its dash, in any case. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('hex');
