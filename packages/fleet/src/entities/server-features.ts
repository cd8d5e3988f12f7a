/**
 * Features that our own tracking server has and a Traccar has not, at least not by itself. Routes, screens and reports
 * name the one that they need; without it they are absent, with the reason in words.
 */
export const SERVER_FEATURES = [
  /** Reports, tracks and their files. */
  'history',
  /** Names of places and places by name. */
  'places',
  /** Reference page of the API. */
  'reference',
  /** A restart from the web. */
  'restart',
  /** The way back from an account that was opened by somebody above it. */
  'actors',
  /** Sessions, recovery codes and deletion of the own account. */
  'ownAccount',
  /** Account status of customers, invitations, and moves between customers. */
  'customers',
  /** Devices that report and are not registered. */
  'unknownDevices',
  /** Pictures of vehicles, to read and to remove. */
  'deviceImages',
  /** Recorded traffic of a device. */
  'traffic',
  /** Connection of a device, and why it is silent. */
  'diagnosis',
  /** Life of commands: waiting, sent, answered. */
  'commandQueue',
  /** Taking back a command that waits. */
  'commandCancel',
  /** An expression tried on the newest positions. */
  'expressionTries',
  /** Log of notifications: to whom, and why one was not sent. */
  'deliveries',
  /** Notifications to browsers that are closed. */
  'webPush',
  /** Notifications to a server of the user. */
  'webhooks',
  /** Alarms that a user has to acknowledge. */
  'alarms',
  /** Locks of vehicles that enter or leave a geofence. */
  'fenceLocks',
  /** A notice to everybody who sees a vehicle when it leaves its anchor. */
  'anchorNotices',
  /** Commands that end when their device does not connect in time. */
  'commandExpiry',
  /** Event types of our own. */
  'ownEvents',
  /** Service log, and when a service is due. */
  'services',
] as const;
export type ServerFeature = (typeof SERVER_FEATURES)[number];

/** Vehicle days of history that are being read from another tracking server. */
export interface CopyProgress {
  readonly total: number;
  readonly done: number;
}

/** Kind, version and features of a tracking server. */
export interface ServerDescription {
  readonly kind: 'embedded' | 'rastro' | 'traccar';
  /** As it says; null = it cannot be asked now. */
  readonly version: string | null;
  readonly features: ReadonlySet<ServerFeature>;
  /** Features that it would have with the setting TRACKING_SERVER_TOKEN; absent = none. */
  readonly needToken?: ReadonlySet<ServerFeature>;
}
