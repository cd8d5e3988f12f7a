/** Size of stored data, in bytes. */
export interface StoredSize {
  readonly databaseBytes: number;
  /** Written, and not in the database files yet; null = a database server has it and does not say. */
  readonly logBytes: number | null;
}

/** Soundness of the pages of a database server, which checks them itself whenever it reads them. */
export interface ServerPages {
  /** False = the server was set up without checksums: it notices nothing. */
  readonly areChecked: boolean;
  /** Pages whose checksum was wrong, since the server counts. */
  readonly failures: number;
}

/**
 * Whether reports and history are read from the replica: `used`, or not, because it is `behind` the primary (or no
 * replica of it) or `away`.
 */
export type ReadReplicaState = 'used' | 'behind' | 'away';

/** State of a store, for the health of the installation. */
export interface StateStorage {
  /** Database and version, such as `PostgreSQL 18.4`. */
  readonly engine: string;
  size(): Promise<StoredSize>;
  /** Null = an embedded database, whose files this program checks. */
  serverPages(): Promise<ServerPages | null>;
  /** Null = there is no replica to read from. */
  readReplica(): Promise<ReadReplicaState | null>;
  /** True when the database answers. */
  healthy(): Promise<boolean>;
}
