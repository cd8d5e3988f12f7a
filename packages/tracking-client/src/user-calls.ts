import type { Attributes, NewInvitation, User, UserStatus } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';
import { entityCalls, type EntityCalls } from './entity-calls.ts';

export interface UserDraft {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly attributes: Attributes;
}
/** A user to write; `password` set = changed, null = unchanged. */
export type UserWrite = Omit<User, 'password'> & {
  readonly password: string | null;
  /** Required from users who change their own e-mail, password or one-time codes. */
  readonly currentPassword?: string;
};

/** A new account by others, or a sign-up. */
type NewUser = UserDraft | Omit<UserWrite, 'id'>;

/** @source docs/reference/tracking-api.md §3.4 */
export interface UserCalls extends Omit<EntityCalls<User, NewUser>, 'update'> {
  /** Devices and last visits of the users in `list`. */
  statuses(signal: AbortSignal): Promise<Answer<readonly UserStatus[]>>;
  /** Without a password: the user is invited to choose one, by mail where there is mail. */
  createInvited(draft: NewUser, signal: AbortSignal): Promise<Answer<User>>;
  /** Again, or for the first time where there is no mail. */
  invite(id: number, signal: AbortSignal): Promise<Answer<NewInvitation>>;
  /** Moves a user with everything below them, their vehicles and history (own). @param userId 0 = to nobody. */
  move(id: number, userId: number, signal: AbortSignal): Promise<Answer<null>>;
  update(user: UserWrite, signal: AbortSignal): Promise<Answer<User>>;
  /** The first user of a new server, with the one-time code that its console printed. */
  createFirst(draft: UserDraft, setupCode: string, signal: AbortSignal): Promise<Answer<User>>;
}

export function userCalls(caller: TrackingCaller): UserCalls {
  return {
    ...entityCalls<User, NewUser>(caller, 'users'),
    statuses: (signal) => caller.json('GET /users/standing', {}, signal),
    createInvited: (draft, signal) =>
      caller.json('POST /users', { query: { invite: true }, json: draft }, signal),
    move: (id, userId, signal) =>
      caller.done('POST /users/:id/move', { params: { id }, json: { userId } }, signal),
    invite: (id, signal) => caller.json('POST /users/:id/invitation', { params: { id } }, signal),
    update: (user, signal) => caller.json('PUT /users/:id', { params: { id: user.id }, json: user }, signal),
    createFirst: (draft, setupCode, signal) =>
      caller.json('POST /users', { json: { ...draft, setupCode } }, signal),
  };
}
