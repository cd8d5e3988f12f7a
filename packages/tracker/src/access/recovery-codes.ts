import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Shelf } from './deletion-requests.ts';
import type { UserEntity } from '../directory/directory.ts';

const COUNT = 10;
/** 50 bits: nobody guesses one of ten among them before the door makes him wait. */
const LETTERS = 10;
const GROUP = 5;
/** No letters that look alike. 32 of them: each byte gives one without a bias. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const NAME = 'recovery';
const keptCodes = z.object({ key: z.string(), hashes: z.array(z.string()) });

type Owner = Pick<UserEntity, 'id' | 'totpKey'>;

/**
 * Codes for whoever has lost his authenticator, each good once. Kept as hashes, together with the key of one-time
 * codes that they were made for: with another key, or none, they are worth nothing.
 */
export class RecoveryCodes {
  readonly #shelf: Omit<Shelf, 'remove'>;

  constructor(shelf: Omit<Shelf, 'remove'>) {
    this.#shelf = shelf;
  }

  left(user: Owner): number {
    return this.#hashesOf(user).length;
  }

  /** @returns new ones, to be shown once; the former ones are gone. */
  async renew(user: Owner): Promise<readonly string[]> {
    const codes = Array.from({ length: COUNT }, newCode);
    await this.#keep(user, codes.map(hashOf));
    return codes;
  }

  /** Whether this is one of his codes; uses it up. */
  async take(user: Owner, given: string): Promise<boolean> {
    const hash = hashOf(given);
    const hashes = this.#hashesOf(user);
    if (!hashes.includes(hash)) return false;
    // Of two who come with it at once the second finds it taken: nothing is awaited in between.
    if (this.#underWay.has(hash)) return false;
    this.#underWay.add(hash);
    try {
      await this.#keep(
        user,
        hashes.filter((each) => each !== hash),
      );
    } finally {
      this.#underWay.delete(hash);
    }
    return true;
  }
  readonly #underWay = new Set<string>();

  #hashesOf({ id, totpKey }: Owner): readonly string[] {
    const kept = this.#shelf.get(id, NAME);
    if (totpKey === null || kept === null) return [];
    const { key, hashes } = keptCodes.parse(JSON.parse(kept));
    return key === hashOf(totpKey) ? hashes : [];
  }

  #keep({ id, totpKey }: Owner, hashes: readonly string[]): Promise<void> {
    const value = JSON.stringify({ key: hashOf(totpKey ?? ''), hashes });
    return this.#shelf.put({ ownerId: id, name: NAME, value });
  }
}

function newCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
}

/** Written with or without its dash, in any case. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('hex');
