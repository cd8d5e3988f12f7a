import type { AddressStorage } from './address-port.ts';
import type { AlarmStorage } from './alarm-port.ts';
import type { AuditStorage } from './audit-port.ts';
import type { TripStorage } from './trip-port.ts';
import type { CommandStorage } from './command-port.ts';
import type { CredentialStorage } from './credential-port.ts';
import type { DeliveryStorage, PrivateStorage } from './delivery-port.ts';
import type { DirectoryStorage } from './directory-port.ts';
import type { HistoryStorage } from './history-port.ts';
import type { IngestStorage } from './ingest-port.ts';
import type { StorageLocation } from './location.ts';
import type { ServiceStorage } from './service-port.ts';
import type { TrackStorage } from './track-port.ts';
import type { CursorListStorage, CursorStorage } from './cursor-port.ts';
import type { StatisticsStorage } from './statistics-port.ts';

/**
 * All data of the product, area by area; every write is durable when its promise resolves. A caller of one area asks
 * for its port. Behavior is fixed by the contract suite in `contract/`, which every adapter passes.
 */
export interface Storage
  extends
    IngestStorage,
    HistoryStorage,
    DirectoryStorage,
    CredentialStorage,
    CommandStorage,
    DeliveryStorage,
    AlarmStorage,
    ServiceStorage,
    PrivateStorage,
    AuditStorage,
    StatisticsStorage,
    TripStorage,
    TrackStorage,
    AddressStorage,
    CursorStorage,
    CursorListStorage {
  /** For threads that read history in parallel with this store. */
  readonly location: StorageLocation;
  /** True when the database answers. */
  healthy(): Promise<boolean>;
  close(): Promise<void>;
}
