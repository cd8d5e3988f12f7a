import type { AuditAction, Attributes, DeviceStatus, EventType, Knots, Network } from '@rastro/fleet';
import { LINKED_KIND_NAMES } from '@rastro/fleet/threads';
import type { StoredCommand } from './command-port.ts';
import type { Cursor } from './cursor-port.ts';
import type { PendingCorrection } from './pending-correction.ts';

/** A stored position. Times are milliseconds since 1970, UTC; degrees; meters; knots. */
export interface StoredPosition {
  readonly id: number;
  readonly deviceId: number;
  readonly protocol: string;
  readonly serverTime: number;
  readonly deviceTime: number;
  readonly fixTime: number;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly speed: Knots;
  readonly course: number;
  readonly accuracy: number;
  readonly address: string | null;
  readonly network: Network | null;
  readonly geofenceIds: readonly number[] | null;
  readonly attributes: Attributes;
  /**
   * Hash of the device's data (53 bits). With device, fixTime and deviceTime it is the identity of a record: the same
   * record sent again finds its row taken and is not stored twice.
   */
  readonly contentKey: number;
}

/** Times are milliseconds since 1970, UTC. 0 = no position, geofence or maintenance. */
export interface StoredEvent {
  readonly id: number;
  readonly deviceId: number;
  readonly type: EventType;
  readonly eventTime: number;
  readonly positionId: number;
  readonly geofenceId: number;
  readonly maintenanceId: number;
  readonly attributes: Attributes;
}

export type NewEvent = Omit<StoredEvent, 'id'>;

/** An event whose attributes are still text: who only passes them on need not read them. */
export type RawEvent = Omit<StoredEvent, 'attributes'> & { readonly attributes: string };

/** Pipeline state of a device across restarts. */
export interface StoredDeviceState {
  readonly deviceId: number;
  /** 0 = the device never sent a position. */
  readonly positionId: number;
  /** Time of the last decoded message; null = never. */
  readonly lastUpdate: number | null;
  readonly status: DeviceStatus;
  /** Memory of the event rules, JSON. */
  readonly memory: string;
}

/** The same, as read at a start. */
export interface LoadedDeviceState extends StoredDeviceState {
  /** fixTime of the newest stored position, plausible or not; 0 = none. */
  readonly newestTime: number;
  readonly pendingCorrection: PendingCorrection;
}

/** Of a position what trips and totals are made of; `attributes` holds the names that were asked for, if any. */
export type TrackPosition = Pick<
  StoredPosition,
  'id' | 'fixTime' | 'latitude' | 'longitude' | 'speed' | 'address' | 'attributes'
>;

/** A position whose JSON columns are still text: who only passes them on need not read them. */
export type RawPosition = Omit<StoredPosition, 'network' | 'geofenceIds' | 'attributes'> & {
  readonly network: string | null;
  readonly geofenceIds: string | null;
  readonly attributes: string;
};

/** A position whose texts the store has put together already, as parts of the JSON that the position would be. */
export type PositionText = readonly [
  fixTime: number,
  deviceTime: number,
  contentKey: number,
  serverTime: number,
  /** 1 = it is. */
  valid: number,
  latitude: number,
  longitude: number,
  altitude: number,
  speed: Knots,
  course: number,
  accuracy: number,
  address: string | null,
  /** `{"id":1,"attributes":{},"deviceId":7,"protocol":"teltonika"` */
  head: string,
  /** `"network":…,"geofenceIds":…}`; null = it has neither, as nearly all. */
  tail: string | null,
];

/** A point of a track, as trip detection reads it. Time is the fixTime, distance the attribute, meters. */
export interface StoredTrackPoint {
  readonly deviceId: number;
  readonly positionId: number;
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly distance: number;
}

/** All that one group commit makes durable, in one transaction. */
export interface IngestBatch {
  readonly positions: readonly StoredPosition[];
  readonly events: readonly StoredEvent[];
  readonly states: readonly StoredDeviceState[];
  /** Absent = none. */
  readonly commands?: readonly IngestCommand[];
  /**
   * Ids of positions that do not come after all others of their device: its derived history has to go back for them.
   */
  readonly late?: readonly number[];
  /** Ids of those that live state passed over, because it was further already; what they mean is found later. */
  readonly passedOver?: readonly number[];
  /** Cursors after this batch of all partitions that it writes to; absent or none = nobody else writes. */
  readonly partitions?: readonly PartitionCursor[];
  /** Ids of events that rules of notifications are to be matched with: they go into the outbox. Absent = none. */
  readonly outbox?: readonly number[];
  /** Of jobs, moved with this batch; absent = none. */
  readonly cursors?: readonly Cursor[];
  /** Its place after batches that it depends on; absent = it depends on none. */
  readonly sequence?: BatchSequence;
}
/** Each batch of a run depends on the one before it: none is stored unless that one was. */
export interface BatchSequence {
  /** Run of the committing process; a new one after each failure. */
  readonly run: number;
  /** From 0. */
  readonly at: number;
}
/** Cursor of a partition of the fleet, and the epoch of its owner. */
export interface PartitionCursor {
  readonly partition: number;
  /** Grows with each owner; a former one is rejected. */
  readonly epoch: number;
  /** The last bundle of records that is in the store. */
  readonly seq: number;
  /** The last bundle of each sender, as whoever reads them writes it; absent = as before, or not known. */
  readonly senders?: string;
}
/** A command that a position makes necessary, with its line in the audit log. */
export interface IngestCommand {
  readonly positionId: number;
  readonly command: Omit<StoredCommand, 'id'>;
  readonly action: NewAction;
}
/** A position whose identity was taken. */
export interface KnownPosition {
  readonly id: number;
  /** Id of the row that has its identity. */
  readonly storedAs: number;
}
export interface CommitOutcome {
  /** They, and what names them, were not stored; states that stand on them stand on the rows that were there. */
  readonly known: readonly KnownPosition[];
  /** Ids of the commands, in the order given; null = it was not stored, because its position was known. */
  readonly commandIds: readonly (number | null)[];
}

/** An action of a user. @source docs/reference/tracking-api.md §2.18 */
export interface StoredAction {
  readonly id: number;
  /** Milliseconds since 1970, UTC. */
  readonly actionTime: number;
  /** Network address of the client. */
  readonly address: string;
  /** 0 = unknown. */
  readonly userId: number;
  /** One of `AUDIT_ACTIONS`, or the value of an older version. */
  readonly actionType: string;
  /** Kind of the object, e.g. `device`. */
  readonly objectType: string;
  readonly objectId: number;
  readonly attributes: Attributes;
}
/** A new entry has an action that the log knows by name; entries of older versions stay unchanged. */
export type NewAction = Omit<StoredAction, 'id' | 'actionType'> & { readonly actionType: AuditAction };

/** Statistics of one day of the server. @source docs/reference/tracking-api.md §2.18 */
export interface StoredStatistics {
  /** First instant of the day, milliseconds since 1970. */
  readonly captureTime: number;
  /** Counts by name, and devices per protocol. */
  readonly body: { readonly [field: string]: unknown };
}

/** Positions of a device between two fix times, both included; of these only one when an id is given. */
export interface PositionRange {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  readonly id: number | null;
}
export interface PositionRemoval {
  readonly removed: number;
  /** When the latest position of the device was among them: its id, and what is newest now. */
  readonly latest: {
    readonly goneId: number;
    /** All of the newest instant, the latest one last; none = nothing is left. */
    readonly newest: readonly StoredPosition[];
  } | null;
}

/** Entities stored as documents; each kind has its own ids. */
export const DOCUMENT_KINDS = ['server', 'user', 'group', 'device', ...LINKED_KIND_NAMES] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document; `key` is unique within its kind (e-mail of a user, unique id of a device), null = none. */
export interface StoredDocument {
  readonly id: number;
  readonly key: string | null;
  readonly body: { readonly [field: string]: unknown };
}

export interface VersionedDocument extends StoredDocument {
  /** 1 for the first; each change adds 1. */
  readonly version: number;
}

/** "Owner has property", e.g. user 3 has device 7. */
export interface StoredLink {
  readonly ownerKind: string;
  readonly ownerId: number;
  readonly propertyKind: string;
  readonly propertyId: number;
}

/** Purposes of a credential. A token of one purpose opens nothing else. */
export const CREDENTIAL_PURPOSES = ['session', 'login', 'share', 'reset'] as const;
export type CredentialPurpose = (typeof CREDENTIAL_PURPOSES)[number];

/** A session or token. The secret itself is never stored. */
export interface StoredCredential {
  /** SHA-256 of the secret, hexadecimal. */
  readonly hash: string;
  readonly purpose: CredentialPurpose;
  readonly userId: number;
  readonly createdAt: number;
  /** Null = no end. */
  readonly expiresAt: number | null;
  /** `Origin` header at login, null = none was sent. */
  readonly origin: string | null;
  /** The actual user, when an administrator or manager signed in as this user; else null. */
  readonly actorId: number | null;
  /** Hash of the token that a session was opened with; it ends with that token. Null = opened by password. */
  readonly parentHash: string | null;
  /** Name that the owner gave a token; null = none. */
  readonly name: string | null;
  /** Network address and program that it was opened from; null = not known. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** When it was last seen, to a minute or so; null = never since it was made. */
  readonly usedAt: number | null;
}
