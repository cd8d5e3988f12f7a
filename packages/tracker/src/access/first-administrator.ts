import { timingSafeEqual } from 'node:crypto';
import { randomCode } from '@rastro/base';
import type { Directory } from '../directory/directory.ts';

/**
 * A new server has nobody who could let the first administrator in. Readers of the console are trusted: a one-time code
 * is printed there and asked for at registration.
 */
export class FirstAdministrator {
  readonly #directory: Directory;
  /** Null once an administrator exists. */
  readonly code: string | null;

  constructor(directory: Directory) {
    this.#directory = directory;
    this.code = directory.users.size === 0 ? randomCode(12) : null;
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
