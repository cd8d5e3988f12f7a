import { Secret, TOTP } from 'otpauth';
import type { Clock } from '@rastro/base';
import type { UserEntity } from '../directory/directory.ts';

const PERIOD_S = 30;
/** Steps before and after now that are still taken: clocks of phones differ. */
const WINDOW = 1;

/** A new secret, base32, 160 bits. */
export const newOneTimeKey = (): string => new Secret({ size: 20 }).base32;

/** Six-digit codes of an authenticator (RFC 6238, SHA-1). Each code is good once. */
export class OneTimeCodes {
  readonly #clock: Clock;
  /** User id → newest time step that was used. */
  readonly #used = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this is a fresh code of the user's key; uses it up. */
  take(user: UserEntity, given: string): boolean {
    // Clients that hold the code as a number lose its leading zeros.
    const code = given.padStart(6, '0');
    if (user.totpKey === null || !/^\d{6}$/.test(code)) return false;
    const totp = new TOTP({ secret: Secret.fromBase32(user.totpKey), period: PERIOD_S });
    const timestamp = this.#clock.now();
    const delta = totp.validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) return false;
    const step = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
    if (step <= (this.#used.get(user.id) ?? 0)) return false;
    this.#used.set(user.id, step);
    return true;
  }
}
