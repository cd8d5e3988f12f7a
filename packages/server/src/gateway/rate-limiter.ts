import { Throttle, type Clock, type Limits } from '@rastro/base';
import { addressKey } from '@rastro/base/addresses';
import type { TrackingKey } from '@rastro/fleet/api';
import type { Call } from './call.ts';
import { LoginAttempts } from './login-attempts.ts';
import { gatewayErrors, type ErrorReply } from './gateway-errors.ts';
import type { TrackingServer } from './tracking-server.ts';

const LOGIN: TrackingKey = 'POST /session';
const REGISTRATION: TrackingKey = 'POST /users';
/** Each may send a mail to a user who did not ask for it, or may guess a link. */
const RESETS: ReadonlySet<string> = new Set<TrackingKey>([
  'POST /session/password',
  'POST /password/reset',
  'POST /password/update',
]);
const MAX_REGISTRATIONS = 100;
const MAX_RESETS = 30;
const WINDOW_MS = 900_000;

/** Called when an attempt is over. @param status Status of its answer; null = there is none. */
export type AttemptEnd = (status: number | null) => void;
const uncounted: AttemptEnd = () => {};

/** Limits attempts without sign-in: passwords, registrations, mails for a new password. */
export class RateLimiter {
  readonly loginAttempts: LoginAttempts;
  readonly #tracking: TrackingServer;
  readonly #registrations: Throttle;
  readonly #resets: Throttle;

  constructor(tracking: TrackingServer, clock: Clock, limits: Limits) {
    this.#tracking = tracking;
    this.loginAttempts = new LoginAttempts(clock, limits);
    this.#registrations = new Throttle(MAX_REGISTRATIONS, WINDOW_MS, clock).sharedAs('registrations', limits);
    this.#resets = new Throttle(MAX_RESETS, WINDOW_MS, clock).sharedAs('resets', limits);
  }

  /** Counts an attempt before anything is done. @returns an error, or a callback for the outcome. */
  async begin(call: Call): Promise<ErrorReply | AttemptEnd> {
    const { key, request } = call;
    if (key === LOGIN) return this.#password(call.body.form?.['email'] ?? '', request.ip);
    // A signed-in user who makes an account for another does not register.
    if (key === REGISTRATION && !(await call.user())) return this.#registration(addressKey(request.ip));
    if (!RESETS.has(key ?? '')) return uncounted;
    const address = addressKey(request.ip);
    if (this.#resets.take(address)) return uncounted;
    return gatewayErrors.tooManyAttempts(this.#resets.waitSeconds(address));
  }

  async #password(name: string, address: string): Promise<ErrorReply | AttemptEnd> {
    const attempt = await this.loginAttempts.begin(this.#tracking.accountKey(name), address);
    if (typeof attempt === 'number') return gatewayErrors.tooManyAttempts(attempt);
    return (status) => {
      if (status === null || status >= 500) attempt.unknown();
      else if (status < 400) attempt.right();
      else attempt.wrong();
    };
  }

  #registration(address: string): ErrorReply | AttemptEnd {
    if (!this.#registrations.take(address))
      return gatewayErrors.tooManyAttempts(this.#registrations.waitSeconds(address));
    return (status) => {
      if (status === null || status < 400 || status >= 500) this.#registrations.giveBack(address);
    };
  }
}
