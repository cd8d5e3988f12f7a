import type { AuditStorage } from './audit-port.ts';
import type { PrivateStorage } from './delivery-port.ts';
import type { CustomerStorage } from './customer-port.ts';
import type { InvoiceStorage } from './invoice-port.ts';
import type { Lease, LeaseStorage } from './lease-port.ts';
import type { ExtensionDocument } from './extension-document.ts';
import type { Listing, ListingStorage } from './listing-port.ts';
import type { CursorStorage } from './cursor-port.ts';
import type { NewAction } from './records.ts';
import type { AccessLogStorage } from './access-log-port.ts';
import type { StateStorage } from './state-port.ts';

export interface DocumentQuery {
  readonly kind: string;
  /** Only keys that begin so; '' = all. */
  readonly prefix: string;
  /** Only keys whose part behind the last dot is one of these; absent = all. Others are read past, by their keys alone. */
  readonly endings?: readonly string[];
  readonly pageSize: number;
}

/** Changes that become durable together, or not at all. */
export interface ExtensionBatch {
  readonly put?: readonly {
    readonly kind: string;
    readonly key: string;
    /** Survives as JSON. */
    readonly body: unknown;
    /** The version that is there now: 0 = nothing; null = whatever it is. */
    readonly replaces: number | null;
    /** Absent = it is in no list. */
    readonly listing?: Listing;
  }[];
  readonly remove?: readonly {
    readonly kind: string;
    readonly key: string;
    readonly replaces: number | null;
  }[];
  /** Cursors of tasks, stored together with the results: the two never diverge. */
  readonly cursors?: readonly { readonly name: string; readonly instant: number }[];
  readonly actions?: readonly NewAction[];
  /** Nothing is stored when another holder has the lease by now. */
  readonly under?: Lease;
}

/**
 * Data of the extension, whichever tracking server is behind it; every write is durable when its promise resolves.
 * Its audit log, private values and cursors are like those of the tracking server, but separate.
 */
export interface ExtensionStorage
  extends
    StateStorage,
    AuditStorage,
    PrivateStorage,
    CursorStorage,
    LeaseStorage,
    InvoiceStorage,
    CustomerStorage,
    AccessLogStorage,
    ListingStorage {
  document(kind: string, key: string): Promise<ExtensionDocument | null>;
  /** Pages in the order of keys. */
  documents(query: DocumentQuery): AsyncIterable<readonly ExtensionDocument[]>;
  /** @throws StorageError CONFLICT when a version has changed, FENCED when another holder has the lease. */
  commit(batch: ExtensionBatch): Promise<void>;
  close(): Promise<void>;
}
