import type { TrackingKey } from '@rastro/fleet/api';
import type { Call } from '../call.ts';
import { isForm } from '../read-body.ts';
import { refusals } from '../refusal.ts';
import type { Gate, Policy } from './policy.ts';

const LOGIN: TrackingKey = 'POST /session';
const REGISTRATION: TrackingKey = 'POST /users';
/** Each may send a mail to somebody who did not ask for it. */
const RESETS: ReadonlySet<string> = new Set<TrackingKey>([
  'POST /session/password',
  'POST /password/reset',
  'POST /password/update',
]);

/** Another form of body would carry the account past the throttle. */
export const loginIsForm: Policy = {
  routes: new Set([LOGIN]),
  check: ({ request }) => (isForm(request) ? null : refusals.formOnly()),
};

/** Who guesses passwords waits, by account and by address. */
export const fewTries: Policy = {
  check: (call, { loginPerAddress, loginPerAccount }) => {
    const { key, request } = call;
    const guarded =
      key === LOGIN ||
      key === REGISTRATION ||
      RESETS.has(key ?? '') ||
      request.headers.authorization !== undefined;
    if (!guarded) return null;
    const account = accountIn(call);
    const seconds = Math.max(
      loginPerAddress.waitSeconds(request.ip),
      account === null ? 0 : loginPerAccount.waitSeconds(account),
    );
    return seconds > 0 ? refusals.tooManyTries(seconds) : null;
  },
};

/** Counts what came of a try. */
export function countTry(call: Call, status: number, { loginPerAddress, loginPerAccount }: Gate): void {
  const { key, request } = call;
  const account = accountIn(call);
  const failed = status >= 400 && status < 500;
  if (account !== null) {
    if (failed) loginPerAccount.count(account);
    else loginPerAccount.forgive(account);
  }
  if (failed && (key === LOGIN || key === REGISTRATION)) loginPerAddress.count(request.ip);
  // Every one counts.
  if (RESETS.has(key ?? '')) loginPerAddress.count(request.ip);
}

/** The account that somebody wants to sign in to. */
const accountIn = ({ key, form }: Call): string | null =>
  key === LOGIN ? (form?.['email']?.trim().toLowerCase() ?? null) : null;
