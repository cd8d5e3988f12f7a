import type { StoredCredential } from './records.ts';

/** That something was used, and when. */
export type CredentialUse = Pick<StoredCredential, 'hash'> & { readonly usedAt: number };

/** Sessions and tokens. */
export interface CredentialStorage {
  credentials(): Promise<readonly StoredCredential[]>;
  putCredential(credential: StoredCredential): Promise<void>;
  /** Many at once; deleted credentials are ignored, and so is a use before the last one. */
  useCredentials(uses: readonly CredentialUse[]): Promise<void>;
  /** @returns how many of them were there. */
  removeCredentials(hashes: readonly string[]): Promise<number>;
}
