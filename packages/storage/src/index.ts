export {
  StorageError,
  type HistoryQuery,
  type LastIds,
  type Storage,
  type StorageErrorCode,
} from './port.ts';
export {
  DOCUMENT_KINDS,
  type CredentialPurpose,
  type DocumentKind,
  type IngestBatch,
  type StoredCredential,
  type StoredDeviceState,
  type StoredDocument,
  type StoredEvent,
  type StoredLink,
  type StoredPosition,
  type StoredTrackPoint,
} from './records.ts';
export { openSqliteStorage } from './sqlite/open-sqlite.ts';
