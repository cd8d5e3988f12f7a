import type { StoredCredential } from './records.ts';

/** Sessions and tokens. */
export interface CredentialStorage {
  credentials(): Promise<readonly StoredCredential[]>;
  putCredential(credential: StoredCredential): Promise<void>;
  removeCredentials(hashes: readonly string[]): Promise<void>;
}
