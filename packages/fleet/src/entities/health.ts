/** Answer of `GET {ext}/health`; null = unknown here, e.g. on a third-party tracking server. */
export interface Health {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly ingest: HealthOfIngest | null;
  readonly devices: HealthOfDevices | null;
  readonly queues: HealthOfQueues | null;
  readonly disk: HealthOfDisk;
  readonly integrity: HealthOfIntegrity;
  readonly memory: HealthOfMemory;
  readonly loop: HealthOfLoop;
  readonly versions: HealthVersions;
  readonly address: HealthOfAddress;
}
/** Public address of the installation: links in mails begin with it. */
export interface HealthOfAddress {
  /** Null = PUBLIC_URL is not set. */
  readonly publicUrl: string | null;
  /** A mail server is set. */
  readonly hasMail: boolean;
}
export interface HealthOfIngest {
  /** Records a second, over the last ten seconds or so. */
  readonly perSecond: number;
  /** Records of each minute, oldest first, at most of the last hour; the last one may not be over. */
  readonly perMinute: readonly number[];
  /** Open device connections. */
  readonly connections: number;
  /** Where devices are listened to, and what came there since the start. */
  readonly doors: readonly ListenerHealth[];
  /** Rejected device connections since the start, by reason. */
  readonly refused: Readonly<Record<string, number>>;
}
export interface ListenerHealth {
  readonly protocol: string;
  readonly port: number;
  readonly messages: number;
  /** Frames that could not be read. */
  readonly failures: number;
}
export interface HealthOfDevices {
  readonly total: number;
  readonly online: number;
  /** Reported before, but not for a day. */
  readonly silent: number;
  readonly never: number;
  /** At least one user sees them. */
  readonly assigned: number;
  /** No user sees them: they registered themselves, or their user was deleted. */
  readonly unassigned: number;
}
export interface HealthOfQueues {
  /** Rows that wait for the disk, and where devices are no longer read. */
  readonly rows: number;
  readonly mostRows: number;
  /** Commands that wait for their device. */
  readonly commands: number;
  /** Notifications on their way. */
  readonly deliveries: number;
  /** Devices whose derived history is being made. */
  readonly books: number;
}
export interface HealthOfDisk {
  /** Null = a database server has its own disk. */
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  readonly databaseBytes: number;
  /** Bytes written that are not in the database file yet; null = a database server does not say. */
  readonly walBytes: number | null;
  /** Null = not known before a day is over. */
  readonly growthPerDay: number | null;
  /** Until the disk is full at this pace; null = not known, or it does not grow. */
  readonly daysLeft: number | null;
}
/** Soundness of the stored data. */
export interface HealthOfIntegrity {
  /** End of the last check of all data, ISO 8601; null = there was none. */
  readonly checkedAt: string | null;
  readonly damages: readonly HealthOfDamage[];
}
export interface HealthOfDamage {
  /** File in the data folder. */
  readonly database: string;
  /** Null = not known to be of one table. */
  readonly table: string | null;
  /** In the words of the database. */
  readonly detail: string;
}
export interface HealthOfMemory {
  readonly usedBytes: number;
  /** Memory limit of the process. */
  readonly mostBytes: number;
}
/** Delay of the event loop in the last minute. */
export interface HealthOfLoop {
  /** 99 of 100 times less than this. */
  readonly p99Ms: number;
  readonly longestMs: number;
}
export interface HealthVersions {
  readonly product: string;
  readonly runtime: string;
  /** Null = the data is elsewhere. */
  readonly database: string | null;
  /** Whether history and reports are read from the replica of the database; absent = there is none. */
  readonly replica?: HealthOfReplica;
}
/** It is used, or not: it has not everything that the database has, or does not answer. */
export const REPLICA_STATES = ['used', 'behind', 'away'] as const;
export type HealthOfReplica = (typeof REPLICA_STATES)[number];
