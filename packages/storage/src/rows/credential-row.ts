import type { CredentialPurpose, StoredCredential } from '../records.ts';
import type { Row } from './values.ts';

export const toCredential = (row: Row): StoredCredential => ({
  hash: String(row['hash']),
  purpose: row['purpose'] as CredentialPurpose,
  userId: Number(row['user_id']),
  createdAt: Number(row['created_at']),
  expiresAt: row['expires_at'] === null ? null : Number(row['expires_at']),
  origin: row['origin'] === null ? null : String(row['origin']),
  actorId: row['actor_id'] === null ? null : Number(row['actor_id']),
  parentHash: row['parent_hash'] === null ? null : String(row['parent_hash']),
  name: row['name'] === null ? null : String(row['name']),
  address: row['address'] === null ? null : String(row['address']),
  userAgent: row['user_agent'] === null ? null : String(row['user_agent']),
  usedAt: row['used_at'] === null ? null : Number(row['used_at']),
});
