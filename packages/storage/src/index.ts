export type { AddressReader, AddressStorage, StoredAddress } from './address-port.ts';
export type {
  DeviceSums,
  DriverDay,
  TripBoundary,
  TripChange,
  TripDay,
  TripEnd,
  TripMark,
  TripHead,
  TripCursor,
  TripReader,
  TripRow,
  TripSnapshot,
  TripStorage,
  RetentionStart,
  StoredStretch,
} from './trip-port.ts';
export type { LateFindings, LateOutcome, LateRecord, LateStorage, VisitPeriod } from './late-port.ts';
export { NO_CORRECTION, type PendingCorrection } from './pending-correction.ts';
export type { PathRow, StoredTrackDay, TrackStorage, TrackRow } from './track-port.ts';
export { pickAttributes } from './rows/pick-attributes.ts';
export { positionJson } from './position-json.ts';
export type { HistoryQuery, HistoryReader, HistoryStorage, PlaceOfPosition } from './history-port.ts';
export type { StorageLocation } from './location.ts';
export { openAddressReader, openHistoryReader, openTripReader } from './open-readers.ts';
export type { CommandQuery, CommandStorage, StoredCommand } from './command-port.ts';
export type { DeliveryStorage, PrivateStorage, PrivateValue, StoredDelivery } from './delivery-port.ts';
export type { AlarmQuery, AlarmStorage, StoredAcknowledgement, StoredAlarm } from './alarm-port.ts';
export type {
  LastServiceRow,
  NewServiceRow,
  ServiceQuery,
  ServiceStorage,
  StoredService,
  UseOfDevice,
} from './service-port.ts';
export type { ActionPlace, ActionQuery, ActionSearch, AuditStorage } from './audit-port.ts';
export type { CredentialStorage } from './credential-port.ts';
export type { CopiedDirectory, DirectoryStorage } from './directory-port.ts';
export {
  INVOICE_SORTS,
  type InvoiceChange,
  type InvoiceCursor,
  type InvoiceFilter,
  type InvoiceIssue,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceSort,
  type InvoiceStorage,
  type InvoiceSum,
  type Overdue,
  type NewInvoice,
  type ProviderEvent,
  type ReceivedSum,
  type StoredInvoice,
  type StoredLedgerEntry,
} from './invoice-port.ts';
export {
  ACCESS_LOG_SPAN,
  type NewAccessLogEntry,
  type SeenPart,
  type StoredAccessLogEntry,
  type VehicleHours,
  type AccessLogSearch,
  type AccessLogStorage,
} from './access-log-port.ts';
export type { CustomerCheck, CustomerStorage, StoredCustomer } from './customer-port.ts';
export type { IngestStorage, ReservedKind } from './ingest-port.ts';
export type { Cursor, CursorListStorage, CursorStorage } from './cursor-port.ts';
export { PARTITIONS, partitionOf } from './partition.ts';
export type { PartitionStorage, SentMessages } from './partition-port.ts';
export type { StatisticsPart, StatisticsStorage } from './statistics-port.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';
export { StoredNames } from './stored-names.ts';
export type { Storage } from './port.ts';
export { LISTING_SORTS } from './listing-port.ts';
export type {
  Listing,
  ListingCursor,
  ListingFilter,
  ListingPage,
  ListingQuery,
  ListingSort,
  ListingStorage,
  ListingSum,
} from './listing-port.ts';
export type { ExtensionDocument } from './extension-document.ts';
export type { ExtensionBatch, ExtensionStorage } from './extension-port.ts';
export type { Lease, LeaseHold, LeaseStorage } from './lease-port.ts';
export type { ReadReplicaState, ServerPages, StateStorage, StoredSize } from './state-port.ts';
export type { Damage } from './damage.ts';
export { onDamage } from './sqlite/damage-channel.ts';
export { checkInSteps } from './check-in-steps.ts';
export { checkAtRest, type DatabaseReport } from './sqlite/check-at-rest.ts';
export { restoreFolder } from './sqlite/restore-folder.ts';
export { copyFolder } from './sqlite/copy-folder.ts';
export { moveData, type DataMove, type MovedData } from './move/move-data.ts';
export type { MoveOutcome, MoveStep } from './move/move-store.ts';
export type { RowDifference } from './move/row-sums.ts';
export type { MovedStoreName } from './move/moved-store.ts';
export { holdFolder, type HeldFolder } from './sqlite/hold-folder.ts';
export { openExtensionStorage, openStorage, type StorageAddress } from './open-storage.ts';
export {
  DOCUMENT_KINDS,
  type CredentialPurpose,
  type DocumentKind,
  type BatchSequence,
  type CommitOutcome,
  type KnownPosition,
  type IngestBatch,
  type IngestCommand,
  type NewAction,
  type NewEvent,
  type RawEvent,
  type RawPosition,
  type TrackPosition,
  type PartitionCursor,
  type PositionRange,
  type StoredAction,
  type StoredCredential,
  type LoadedDeviceState,
  type StoredDeviceState,
  type StoredDocument,
  type StoredEvent,
  type StoredLink,
  type StoredPosition,
  type StoredStatistics,
  type StoredTrackPoint,
  type VersionedDocument,
} from './records.ts';
