import { timingSafeEqual } from 'node:crypto';
import { randomCode } from '@rastro/base';
import type { Directory } from '../directory/directory.ts';
import type { PrivateStore } from './private-store.ts';

const NAME = 'setup-code';

/**
 * A new server has nobody who could let the first administrator in. Readers of the console are trusted: a one-time code
 * is printed there and asked for at registration.
 */
export class FirstAdministrator {
  readonly #directory: Directory;
  /** Null once an administrator exists. */
  readonly code: string | null;

  private constructor(directory: Directory, code: string | null) {
    this.#directory = directory;
    this.code = code;
  }

  /** All processes take the same code; it is forgotten when one starts and there is an administrator. */
  static async open(directory: Directory, store: PrivateStore): Promise<FirstAdministrator> {
    if (directory.users.size === 0)
      return new FirstAdministrator(directory, await store.once(NAME, () => randomCode(12)));
    if (store.get(0, NAME) !== null) await store.remove(0, NAME);
    return new FirstAdministrator(directory, null);
  }

  get isAwaited(): boolean {
    return this.#directory.users.size === 0;
  }

  codeMatches(given: string | null): boolean {
    if (this.code === null || given === null) return false;
    const a = Buffer.from(given.trim().toUpperCase());
    const b = Buffer.from(this.code);
    return a.length === b.length && timingSafeEqual(a, b);
  }
}
