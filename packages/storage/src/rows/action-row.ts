import type { StoredAction } from '../records.ts';
import { parsed, type Row } from './values.ts';

export const toAction = (row: Row): StoredAction => ({
  id: Number(row['id']),
  actionTime: Number(row['action_time']),
  address: String(row['address']),
  userId: Number(row['user_id']),
  actionType: String(row['action_type']),
  objectType: String(row['object_type']),
  objectId: Number(row['object_id']),
  attributes: parsed(row['attributes']),
});
