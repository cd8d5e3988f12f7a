import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';
import { z } from 'zod';
import type { PrivateStore } from './private-store.ts';
import type { UserEntity } from '../directory/directory.ts';

const COUNT = 10;
/** 50 bits: ten codes cannot be guessed among them before the rate limiter blocks. */
const CODE_LENGTH = 10;
const GROUP = 5;
/** No letters that look alike. 32 of them: each byte gives one without a bias. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const NAME = 'recovery';
const storedCodes = z.object({ key: z.string(), hashes: z.array(z.string()) });

type Store = Pick<PrivateStore, 'get' | 'put' | 'change'>;
type Owner = Pick<UserEntity, 'id' | 'totpKey'>;

/**
 * Recovery codes for users who lost their authenticator, each good once. Stored as hashes, with the key of one-time
 * codes that they were made for: with another key, or none, they are worth nothing.
 */
export class RecoveryCodes {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  left(user: Owner): number {
    return hashesIn(user, this.#store.get(user.id, NAME)).length;
  }

  /** @returns new ones, to be shown once; the former ones are gone. */
  async renew(user: Owner): Promise<readonly string[]> {
    const codes = Array.from({ length: COUNT }, newCode);
    await this.#store.put({ ownerId: user.id, name: NAME, value: textOf(user, codes.map(hashOf)) });
    return codes;
  }

  /** Whether this is one of the user's codes; uses it up, for all processes. */
  take(user: Owner, given: string): Promise<boolean> {
    const hash = hashOf(given);
    return this.#store.change(user.id, NAME, (stored) => {
      const hashes = hashesIn(user, stored);
      if (!hashes.includes(hash)) return null;
      return textOf(
        user,
        hashes.filter((each) => each !== hash),
      );
    });
  }
}

function hashesIn({ totpKey }: Owner, stored: string | null): readonly string[] {
  if (totpKey === null || stored === null) return [];
  const { key, hashes } = storedCodes.parse(JSON.parse(stored));
  return key === hashOf(totpKey) ? hashes : [];
}
const textOf = ({ totpKey }: Owner, hashes: readonly string[]): string =>
  JSON.stringify({ key: hashOf(totpKey ?? ''), hashes });

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
