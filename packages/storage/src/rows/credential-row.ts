import type { CredentialPurpose, StoredCredential } from '../records.ts';
import { numberOrNull, textOrNull, type Row } from './values.ts';

export const toCredential = (row: Row): StoredCredential => ({
  hash: String(row['hash']),
  purpose: row['purpose'] as CredentialPurpose,
  userId: Number(row['user_id']),
  createdAt: Number(row['created_at']),
  expiresAt: numberOrNull(row['expires_at']),
  origin: textOrNull(row['origin']),
  actorId: numberOrNull(row['actor_id']),
  parentHash: textOrNull(row['parent_hash']),
  name: textOrNull(row['name']),
  address: textOrNull(row['address']),
  userAgent: textOrNull(row['user_agent']),
  usedAt: numberOrNull(row['used_at']),
});
