export type { HistoryQuery, HistoryReader, StorageLocation } from './history-port.ts';
export { openHistoryReader } from './history-reader.ts';
export type { CommandQuery, StoredCommand } from './command-port.ts';
export type { PrivateValue, StoredDelivery } from './delivery-port.ts';
export { StorageError, type ActionQuery, type LastIds, type Storage, type StorageErrorCode } from './port.ts';
export {
  DOCUMENT_KINDS,
  type CredentialPurpose,
  type DocumentKind,
  type CommitOutcome,
  type IngestBatch,
  type IngestCommand,
  type NewAction,
  type RawPosition,
  type TrackPosition,
  type PositionRange,
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
