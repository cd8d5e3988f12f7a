import { userBody } from '@rastro/fleet/schemas';
import type { UserEntity } from '@rastro/tracker';
import { entityOf } from '../replica/entity-of.ts';
import { UnreadableAnswerError } from '../replica/unreadable-answer.ts';

export type Account = UserEntity;

/** An account as our rules read it. @throws UnreadableAnswerError when it cannot be one. */
export function accountOf(json: object): Account {
  const {
    passwordHash: _hash,
    totpKey: _key,
    ...fields
  } = { passwordHash: null, totpKey: null, ...entityOf('user', json) };
  const read = userBody.safeParse(fields);
  if (read.success) return { ...read.data, passwordHash: null, totpKey: null };
  throw new UnreadableAnswerError(
    `an account: ${read.error.issues[0]?.path.join('.')} ${read.error.issues[0]?.message}`,
  );
}
