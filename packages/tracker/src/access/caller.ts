import type { StoredCredential } from '@rastro/storage';
import type { UserEntity } from '../directory/directory.ts';

/** Caller of a request. */
export interface Caller {
  readonly user: UserEntity;
  /** The session or token used; null for HTTP Basic. */
  readonly credential: StoredCredential | null;
}
