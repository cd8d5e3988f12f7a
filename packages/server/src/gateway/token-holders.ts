import { createHash } from 'node:crypto';

const MAX_HOLDERS = 10_000;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
type Ask<R> = (method: string, path: string, headers: Record<string, string>, body: null) => Promise<R>;

/**
 * Accounts behind tokens of a Traccar. It says whose a token is only by opening a session with it, which stands in its
 * action log and stays in its memory: that is asked once. Later the account itself is read with the token, which a
 * Traccar checks as it does at each call.
 */
export class TokenHolders<R, U extends { readonly id: number }> {
  readonly #ask: Ask<R>;
  readonly #read: (reply: R) => Promise<U | null>;
  /** By the hash of a token. */
  readonly #ids = new Map<string, number>();

  /** @param read The account in an answer, null = rejected. @throws for answers that say nothing about the token. */
  constructor(ask: Ask<R>, read: (reply: R) => Promise<U | null>) {
    this.#ask = ask;
    this.#read = read;
  }

  /** Account that a token signs in now; null = none. */
  async of(token: string): Promise<U | null> {
    const key = hashOf(token);
    const known = this.#ids.get(key);
    if (known !== undefined) {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
      const user = await this.#read(await this.#ask('GET', `/api/users/${known}`, headers, null));
      if (user?.id === known) return user;
      // Only a session says for certain that the token is no longer anybody's.
      this.#ids.delete(key);
    }
    const path = `/api/session?token=${encodeURIComponent(token)}`;
    const user = await this.#read(await this.#ask('GET', path, {}, null));
    if (user === null) return null;
    if (this.#ids.size >= MAX_HOLDERS) this.#ids.clear();
    this.#ids.set(key, user.id);
    return user;
  }
}
