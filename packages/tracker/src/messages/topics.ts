import type { Bus, Port } from '@rastro/bus';
import type { LimitNews } from '@rastro/base';
import type { ErrorCode } from '@rastro/fleet/api';
import type {
  DeviceStatus,
  HealthOfQueues,
  LinkEnd,
  ListenerHealth,
  LogRecord,
  TrafficRecording,
} from '@rastro/fleet';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '@rastro/protocols';
import type {
  DocumentKind,
  PositionRange,
  StoredCommand,
  StoredCredential,
  StoredEvent,
  StoredLink,
  StoredPosition,
} from '@rastro/storage';
import type { Reminder } from './reminder.ts';
import type { BundleOutcome, RecordBundle } from './records.ts';

/** The moving state of a device as everybody may see it. */
export interface CommittedDevice {
  readonly deviceId: number;
  readonly status: DeviceStatus;
  /** Milliseconds since 1970; null = never reported. */
  readonly lastUpdate: number | null;
  /** The newest position, when that is new; absent = as before; null = there is none any more. */
  readonly position?: StoredPosition | null;
}
/** Durable changes that may be published. */
export interface FleetChange {
  /** Devices whose state is new. */
  readonly devices: readonly CommittedDevice[];
  readonly events: readonly StoredEvent[];
  /** Every position that was stored, late ones too. */
  readonly positions: readonly StoredPosition[];
  /** Commands that positions made necessary, queued. */
  readonly commands: readonly StoredCommand[];
}

/** Something that exists, or a link, was written durably. `from` names the replica that knows already. */
export type DirectoryChange =
  | {
      readonly from: string;
      readonly kind: DocumentKind;
      readonly id: number;
      /** As it is now; null = removed, with all its links. */
      readonly after: object | null;
    }
  | {
      readonly from: string;
      readonly kind: 'links';
      readonly add: readonly StoredLink[];
      readonly remove: readonly StoredLink[];
    };

/** Changes of sessions and tokens, which are named by their hashes: no secret is in it. */
export interface CredentialChange {
  /** A new one. */
  readonly put?: StoredCredential;
  /** Hashes of those that ended. */
  readonly ended?: readonly string[];
  /** All of a user ended but one: whoever knows others ends these, too. */
  readonly endedOf?: { readonly userId: number; readonly except: string | null };
  readonly uses?: readonly { readonly hash: string; readonly usedAt: number }[];
}

/** A driver at a device. Times are ms since 1970; `until` null = still there. */
export interface DriverStretch {
  readonly deviceId: number;
  readonly driverId: number;
  readonly driverUniqueId: string;
  readonly since: number;
  readonly until: number | null;
}

/** Topics for subscribers. Plain data: it may travel between processes as JSON. */
export interface TrackerTopics {
  readonly 'fleet.changed': FleetChange;
  /** The state of devices as it is, by a process of positions that has started or was asked for it. */
  readonly 'states.published': { readonly devices: readonly CommittedDevice[] };
  /** A process of positions works on these partitions from now on. */
  readonly 'partitions.taken': {
    readonly owned: readonly { readonly partition: number; readonly epoch: number }[];
  };
  /** Somebody who shows devices has started. */
  readonly 'states.requested': null;
  readonly 'directory.changed': DirectoryChange;
  /** A replica has started. Whoever was there before may have died with a write that it told nobody. */
  readonly 'directory.opened': { readonly from: string };
  /** Sessions and tokens began, ended or were used. `from` names the process that knows already. */
  readonly 'credentials.changed': CredentialChange & { readonly from: string };
  /** Something was counted for a limit that all share. */
  readonly 'limit.counted': { readonly from: string; readonly limit: string; readonly news: LimitNews };
  /** A private value was written or removed; who wants it reads it. */
  readonly 'private.changed': {
    readonly from: string;
    readonly ownerId: number;
    readonly name: string;
  };
  /** A command has a new state, durably. */
  readonly 'command.changed': StoredCommand;
  /** Outcome of a command that travelled in an answer: was it handed to the network whole? */
  readonly 'command.carried': { readonly commandId: number; readonly isWritten: boolean };
  /** A driver has checked in to a device, or out of it, durably. */
  readonly 'driver.changed': DriverStretch;
  /** Something about brands or their domains was written durably; whoever shows them reads it. */
  readonly 'brands.changed': null;
  /** Alarms of these devices were acknowledged, durably. */
  readonly 'alarms.acknowledged': { readonly deviceIds: readonly number[] };
  /** A device has a connection now at this node of ingest, or the one it had there ended. */
  readonly presence: {
    readonly deviceId: number;
    readonly isConnected: boolean;
    readonly node: string;
    readonly protocol: string;
  };
  /** Raw traffic is wanted for a while; repeated as long as that is so. */
  readonly 'traffic.requested': { readonly isWanted: boolean };
  readonly 'traffic.received': LogRecord;
}

/** A command as requested. */
export interface CommandOrder {
  readonly deviceId: number;
  /** 0 = the server itself, for a notification rule or a geofence. */
  readonly userId: number;
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: StoredCommand['attributes'];
}
/** Why a command cannot be sent; `code` as the tracking API names it. */
export interface CommandError {
  readonly code: ErrorCode;
  readonly explanation: string;
}
/** The connection that a device has now. */
export interface LinkInfo {
  /** Another one for each connection, at whatever node. */
  readonly linkId: string;
  /** The node of ingest that has it. */
  readonly node: string;
  readonly protocol: string;
  /** Written bytes arrive or the connection ends. */
  readonly isReliable: boolean;
  /** Can something be written now? */
  readonly isOpen: boolean;
}
/** Outcome of a write to a device: handed to the network, certainly none of it, or unknown. */
export type WriteOutcome = 'written' | 'unsent' | 'unsure';

/** Something that happens again and again: how often since the last good message, and when last. */
export interface Repeated<Reason extends string = string> {
  readonly at: number;
  readonly reason: Reason;
  readonly count: number;
}

type OfDevice = { readonly deviceId: number };

/** Asked of whoever has the partition of the device: `partitionOf`. */
type OfPartition<Question, Answer> = Port<Question, Answer, number>;
/** Asked of one ingest by the name of its node, or of all of them: `ask-ingest.ts`. */
type OfNode<Question, Answer> = Port<Question, Answer, string>;

/** Requests, by the process that answers them. */
export interface TrackerPorts {
  // Of the process of positions.
  readonly records: OfPartition<RecordBundle, BundleOutcome>;
  readonly 'command.requested': OfPartition<
    CommandOrder,
    { readonly command: StoredCommand } | { readonly error: CommandError }
  >;
  /** False = it is no longer queued. */
  readonly 'command.cancelled': OfPartition<{ readonly id: number } & OfDevice, boolean>;
  /** The command that may travel in the answer to a request; null = none. */
  readonly 'command.taken': OfPartition<
    OfDevice & { readonly protocol: string },
    { readonly commandId: number; readonly text: string } | null
  >;
  /** False = the device has no position. */
  readonly 'totals.set': OfPartition<
    OfDevice & { readonly totalDistance?: number; readonly hours?: number },
    boolean
  >;
  readonly 'positions.removed': OfPartition<PositionRange, null>;
  /** Of devices of one partition: `settleTrips`. Answered when derived history of these devices lacks no records but the newest. */
  readonly 'trips.settled': OfPartition<{ readonly deviceIds: readonly number[] }, null>;
  /** Reminders are stored and notify. */
  readonly 'reminders.raised': OfPartition<OfDevice & { readonly reminders: readonly Reminder[] }, null>;
  /** Asked of all processes of positions, each at an address of its own. */
  readonly 'drivers.noted': Port<DriverQuestion, DriverNotes, string>;
  readonly 'records.noted': OfPartition<OfDevice, RecordNotes>;
  /** Answered when what was counted so far is stored. */
  readonly 'statistics.saved': Port<null, null>;

  // Of ingest.
  readonly 'connection.found': OfNode<OfDevice, LinkInfo | null>;
  /** A command encoded for a connection, base64; null = that connection is gone. */
  readonly 'connection.encoded': OfNode<
    OfDevice & {
      readonly linkId: string;
      readonly command: OutgoingCommand;
      readonly profile: DeviceProfile;
    },
    { readonly bytes: string } | { readonly failure: EncodeFailure } | null
  >;
  readonly 'connection.written': OfNode<
    OfDevice & { readonly linkId: string; readonly bytes: string },
    WriteOutcome
  >;
  readonly 'connection.noted': OfNode<OfDevice, LinkNotes>;
  readonly 'traffic.started': OfNode<OfDevice & { readonly seconds: number }, boolean>;
  readonly 'traffic.stopped': OfNode<OfDevice, null>;
  readonly 'traffic.read': OfNode<OfDevice & { readonly after: number }, RecordedAtNode>;
  /** Listeners of ingest, their start, and the number of messages so far. */
  readonly 'ingest.described': OfNode<null, IngestStatus>;
  /** Traffic by port, and from which unknown trackers. */
  readonly 'arrivals.noted': OfNode<null, ArrivalStatus>;

  // Of each process that listens to devices or works on positions.
  readonly 'node.measured': OfNode<null, NodeMeasures>;
}
/** Measures of a process, since its start. */
export interface NodeMeasures {
  readonly node: string;
  /** Open device connections. */
  readonly connections: number;
  readonly records: number;
  /** Rejected device connections and positions, by reason. */
  readonly rejections: Readonly<Record<string, number>>;
  readonly listeners: readonly ListenerHealth[];
  /** Null = it does not work on positions. */
  readonly work: Pick<HealthOfQueues, 'rows' | 'commands' | 'books'> | null;
}
/** About drivers, by their identifiers, and the reminders that may have been raised of them. */
export interface DriverQuestion {
  readonly uniqueIds: readonly string[];
  readonly reminders: readonly Pick<Reminder, 'key' | 'occurrence'>[];
}
/** As far as the devices of a process know. */
export interface DriverNotes {
  /** Partitions whose devices were looked at. */
  readonly partitions: number;
  /** Those of the reminders that were raised. */
  readonly raised: DriverQuestion['reminders'];
  /** Device with the newest position of each driver, at ms since 1970. */
  readonly driven: readonly { readonly uniqueId: string; readonly deviceId: number; readonly at: number }[];
}
/** Recording of a device at one ingest. */
export interface RecordedAtNode {
  readonly node: string;
  /** Of the first message; null = none yet. */
  readonly firstAt: number | null;
  readonly recording: TrafficRecording;
}
export interface IngestStatus {
  readonly startedAt: number;
  readonly protocols: readonly string[];
  readonly messages: number;
}
/** A port that is listened to; times in ms since 1970, null = nothing came since the start. */
export interface ListenerStatus {
  readonly protocol: string;
  readonly port: number;
  readonly lastMessage: number | null;
  readonly lastFailure: number | null;
}
export interface ArrivalStatus {
  readonly listeners: readonly ListenerStatus[];
  /** Identifiers that no device has, newest first. */
  readonly unknown: readonly {
    readonly uniqueId: string;
    readonly protocol: string;
    readonly at: number;
  }[];
}
/** Records of a device that did not go on as they came. */
export interface RecordNotes {
  /** Acknowledged but not stored, since the last one that was. */
  readonly dropped: Repeated | null;
  /** Values that cannot be and were left out, since the start. */
  readonly implausible: Repeated | null;
  /** Messages in another language than that of the device, since the start. */
  readonly foreign: Repeated | null;
}
/** Events on the connection of a device. */
export interface LinkNotes {
  /** Start of the connection that is open now; null = none that stays open. */
  readonly connectedAt: number | null;
  readonly ended: { readonly at: number; readonly reason: LinkEnd } | null;
  /** Rejected by the listener. */
  readonly rejected: Repeated<'disabled' | 'expired' | 'secret'> | null;
  /** Another address took over while the connection before was open. */
  readonly takenOver: Repeated | null;
  /** Messages that could not be decoded. */
  readonly undecoded: Repeated | null;
}

export type TrackerBus = Bus<TrackerTopics, TrackerPorts>;
