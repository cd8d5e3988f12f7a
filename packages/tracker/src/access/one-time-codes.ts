import { Secret, TOTP } from 'otpauth';
import type { Clock } from '@rastro/base';
import type { CursorListStorage } from '@rastro/storage';
import type { UserEntity } from '../directory/directory.ts';

const PERIOD_S = 30;
/** Steps before and after now that are still taken: clocks of phones differ. */
const WINDOW = 1;
/** Cursors: the newest time step of which a user has used the code. */
const PREFIX = 'code.user.';

/** A new secret, base32, 160 bits. */
export const newOneTimeKey = (): string => new Secret({ size: 20 }).base32;

/** Six-digit codes of an authenticator (RFC 6238, SHA-1). Each code is good once, in whichever process. */
export class OneTimeCodes {
  readonly #storage: Pick<CursorListStorage, 'advanceCursors'>;
  readonly #clock: Clock;

  constructor(storage: Pick<CursorListStorage, 'advanceCursors'>, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Whether this is a fresh code of the user's key; uses it up. */
  async take(user: UserEntity, given: string): Promise<boolean> {
    // Clients that hold the code as a number lose its leading zeros.
    const code = given.padStart(6, '0');
    if (user.totpKey === null || !/^\d{6}$/.test(code)) return false;
    const totp = new TOTP({ secret: Secret.fromBase32(user.totpKey), period: PERIOD_S });
    const timestamp = this.#clock.now();
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
    const [isFresh = false] = await this.#storage.advanceCursors([
      { name: `${PREFIX}${user.id}`, instant: step },
    ]);
    return isFresh;
  }
}
