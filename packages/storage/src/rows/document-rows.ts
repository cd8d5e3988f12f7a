import type { ExtensionDocument } from '../extension-document.ts';
import type { StoredDocument, StoredLink, VersionedDocument } from '../records.ts';
import { parsed, textOrNull, type Row } from './values.ts';

export const toDocument = (row: Row): StoredDocument => ({
  id: Number(row['id']),
  key: textOrNull(row['key']),
  body: parsed(row['body']),
});

export const toVersionedDocument = (row: Row): VersionedDocument => ({
  ...toDocument(row),
  version: Number(row['version']),
});

export const toLink = (row: Row): StoredLink => ({
  ownerKind: String(row['owner_kind']),
  ownerId: Number(row['owner_id']),
  propertyKind: String(row['property_kind']),
  propertyId: Number(row['property_id']),
});

export const toExtensionDocument = (row: Row): ExtensionDocument => ({
  key: String(row['key']),
  version: Number(row['version']),
  body: parsed(row['body']),
});
