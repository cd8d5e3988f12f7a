import type { AddressStorage } from './address-port.ts';
import type { AlarmStorage } from './alarm-port.ts';
import type { AuditStorage } from './audit-port.ts';
import type { PartitionStorage } from './partition-port.ts';
import type { TripStorage } from './trip-port.ts';
import type { CommandStorage } from './command-port.ts';
import type { CredentialStorage } from './credential-port.ts';
import type { DeliveryStorage, PrivateStorage } from './delivery-port.ts';
import type { DirectoryStorage } from './directory-port.ts';
import type { HistoryStorage } from './history-port.ts';
import type { IngestStorage } from './ingest-port.ts';
import type { StorageLocation } from './location.ts';
import type { LeaseStorage } from './lease-port.ts';
import type { ServiceLogStorage, ServiceStorage } from './service-port.ts';
import type { TrackStorage } from './track-port.ts';
import type { CursorListStorage, CursorStorage } from './cursor-port.ts';
import type { StatisticsStorage } from './statistics-port.ts';

/**
 * All that a store has beside records and what is derived from them, area by area. Behavior is fixed by the contract
 * suite in `contract/`, which every adapter passes.
 */
export interface AreaStorage
  extends
    DirectoryStorage,
    CredentialStorage,
    CommandStorage,
    DeliveryStorage,
    AlarmStorage,
    ServiceLogStorage,
    PrivateStorage,
    AuditStorage,
    StatisticsStorage,
    AddressStorage,
    CursorStorage,
    CursorListStorage,
    LeaseStorage {
  /** For threads that read in parallel with this store. */
  readonly location: StorageLocation;
  /** True when the database answers. */
  healthy(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * All data of the product; every write is durable when its promise resolves. A caller of one area asks for its port.
 */
export interface Storage
  extends AreaStorage, IngestStorage, HistoryStorage, ServiceStorage, TripStorage, TrackStorage {
  /** Null = one process has all partitions. */
  readonly partitions: PartitionStorage | null;
}
