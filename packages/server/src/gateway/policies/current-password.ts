import type { TrackingKey } from '@rastro/fleet/api';
import { HIDDEN_KEY } from '@rastro/fleet/schemas';
import type { User } from '@rastro/fleet';
import { basicLogin } from '@rastro/tracker';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Always needs the password, whatever session the browser has. */
const CONFIRMED: ReadonlySet<TrackingKey> = new Set([
  'PUT /account/totp',
  'POST /account/totp/off',
  'POST /account/recovery',
  'POST /account/deletion',
]);

/**
 * Changing the ways to sign in needs the password once more: a borrowed screen or a stolen session is not enough to
 * take an account over. A password in the header of the same call counts.
 */
export const currentPassword: Policy = {
  routes: new Set(['PUT /users/:id', ...CONFIRMED]),
  check: async ({ key, body, written, request, user: who }, { authenticator }) => {
    const user = await who();
    if (!user) return null;
    const isConfirmed = key !== null && CONFIRMED.has(key);
    if (!isConfirmed && (written?.id !== user.id || !changesSignIn(user, fieldsOf(body.json)))) return null;
    const { authorization } = request.headers;
    if (!isConfirmed && authorization !== undefined && basicLogin(authorization)) return null;
    const { currentPassword: given } = fieldsOf(body.json);
    // On these routes it is part of the body: their schema rejects a body without one.
    if (isConfirmed && typeof given !== 'string') return null;
    if (typeof given !== 'string' || given === '') return gatewayErrors.wrongCurrentPassword();
    const isRight = await authenticator.confirms(user, given, request.ip);
    if (typeof isRight === 'number') return gatewayErrors.tooManyAttempts(isRight);
    return isRight ? null : gatewayErrors.wrongCurrentPassword();
  },
};

function changesSignIn(user: User, { email, password, totpKey }: Readonly<Record<string, unknown>>): boolean {
  const isOtherEmail = typeof email === 'string' && email.trim().toLowerCase() !== user.email.toLowerCase();
  const isOtherKey =
    totpKey !== undefined && totpKey !== HIDDEN_KEY && (totpKey || null) !== (user.totpKey ?? null);
  return isOtherEmail || Boolean(password) || isOtherKey;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
