import type { AccountKey, OwnAccountStatus, RecoveryCodes } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** A key in an authenticator, and the code that it shows now. */
export interface OneTimeKey {
  readonly key: string;
  readonly code: string;
  readonly currentPassword: string;
}

/** The caller's account, besides its fields; 404 on servers that are not ours. */
export interface AccountCalls {
  status(signal: AbortSignal): Promise<Answer<OwnAccountStatus>>;
  keys(signal: AbortSignal): Promise<Answer<readonly AccountKey[]>>;
  endKey(id: string, signal: AbortSignal): Promise<Answer<null>>;
  /** Ends all sessions but this one; tokens stay. */
  endOthers(signal: AbortSignal): Promise<Answer<null>>;
  /** A new, unused key, base32. */
  newOneTimeKey(signal: AbortSignal): Promise<Answer<string>>;
  /** Switches one-time codes on. */
  enrolOneTimeKey(key: OneTimeKey, signal: AbortSignal): Promise<Answer<RecoveryCodes>>;
  endOneTimeCodes(currentPassword: string, signal: AbortSignal): Promise<Answer<null>>;
  newRecoveryCodes(currentPassword: string, signal: AbortSignal): Promise<Answer<RecoveryCodes>>;
  /** Exports all stored data about the account. */
  exported(signal: AbortSignal): Promise<Answer<Readonly<Record<string, unknown>>>>;
  requestDeletion(currentPassword: string, signal: AbortSignal): Promise<Answer<OwnAccountStatus>>;
  withdrawDeletion(signal: AbortSignal): Promise<Answer<OwnAccountStatus>>;
}

export function accountCalls(caller: TrackingCaller): AccountCalls {
  return {
    status: (signal) => caller.json('GET /account', {}, signal),
    keys: (signal) => caller.json('GET /account/keys', {}, signal),
    endKey: (key, signal) => caller.done('DELETE /account/keys/:key', { params: { key } }, signal),
    endOthers: (signal) => caller.done('DELETE /account/keys', {}, signal),
    newOneTimeKey: (signal) => caller.text('POST /users/totp', {}, signal),
    enrolOneTimeKey: (key, signal) => caller.json('PUT /account/totp', { json: key }, signal),
    endOneTimeCodes: (currentPassword, signal) =>
      caller.done('POST /account/totp/off', { json: { currentPassword } }, signal),
    newRecoveryCodes: (currentPassword, signal) =>
      caller.json('POST /account/recovery', { json: { currentPassword } }, signal),
    exported: (signal) => caller.json('GET /account/export', {}, signal),
    requestDeletion: (currentPassword, signal) =>
      caller.json('POST /account/deletion', { json: { currentPassword } }, signal),
    withdrawDeletion: (signal) => caller.json('DELETE /account/deletion', {}, signal),
  };
}
