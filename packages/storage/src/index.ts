export type { AddressReader, AddressStorage, KeptAddress } from './address-port.ts';
export { openAddressReader } from './sqlite/address-methods.ts';
export type {
  BookBoundary,
  BookChange,
  BookDay,
  BookHead,
  BookMark,
  BookReader,
  BookRow,
  BookStorage,
  KeptFrom,
  StoredPiece,
} from './book-port.ts';
export type {
  LateFindings,
  LateOutcome,
  LateReader,
  LateRecord,
  LateStorage,
  StayPeriod,
} from './late-port.ts';
export { NOTHING_OWED, type Owed } from './owed.ts';
export type { KeptTrackDay, TrackReader, TrackStorage, TrackRow } from './track-port.ts';
export { openBookReader } from './sqlite/sqlite-books.ts';
export { pickAttributes } from './sqlite/pick-attributes.ts';
export type { HistoryQuery, HistoryReader, HistoryStorage, PlaceOfPosition } from './history-port.ts';
export type { StorageLocation } from './location.ts';
export { openHistoryReader } from './history-reader.ts';
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
export type { DirectoryStorage } from './directory-port.ts';
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
  VIEWING_SPAN,
  type NewViewing,
  type SeenPart,
  type StoredViewing,
  type VehicleHours,
  type ViewingSearch,
  type ViewingStorage,
} from './viewing-port.ts';
export type { CustomerLook, CustomerStorage, StoredCustomer } from './customer-port.ts';
export type { IngestStorage, ReservedKind } from './ingest-port.ts';
export type { MarkListStorage, MarkStorage } from './mark-port.ts';
export { PARTITIONS, partitionOf } from './partition.ts';
export type { StatisticsStorage } from './statistics-port.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';
export type { Storage } from './port.ts';
export { type ExtensionBatch, type ExtensionStorage, type KeptDocument } from './extension-port.ts';
export type { Lease, LeaseHold } from './lease-port.ts';
export { copyFolder } from './sqlite/copy-folder.ts';
export { holdFolder, type HeldFolder } from './sqlite/hold-folder.ts';
export { openExtensionStorage, openStorage } from './open-storage.ts';
export {
  DOCUMENT_KINDS,
  type CredentialPurpose,
  type DocumentKind,
  type CommitOutcome,
  type IngestBatch,
  type IngestCommand,
  type NewAction,
  type NewEvent,
  type PositionText,
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
} from './records.ts';
