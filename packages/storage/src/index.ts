export type { StoredCommand } from './command-port.ts';
export type { PrivateValue, StoredDelivery } from './delivery-port.ts';
export {
  StorageError,
  type ActionQuery,
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
  type NewAction,
  type StoredAction,
  type StoredCredential,
  type StoredDeviceState,
  type StoredDocument,
  type StoredEvent,
  type StoredLink,
  type StoredPosition,
  type StoredStatistics,
  type StoredTrackPoint,
} from './records.ts';
export { openSqliteStorage } from './sqlite/open-sqlite.ts';
