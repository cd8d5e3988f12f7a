export type LoadProtocol = 'teltonika' | 'wialon';

/** Load to put on a server. */
export interface LoadPlan {
  readonly host: string;
  readonly port: number;
  /** Absent = teltonika. */
  readonly protocol?: LoadProtocol;
  /** Connections that send. */
  readonly connections: number;
  /** Further connections that log in and then stay idle. */
  readonly idleConnections: number;
  /** Of wialon always 1. */
  readonly recordsPerPacket: number;
  /** Packets of each connection per second; 0 = the next one as soon as the last is acknowledged. */
  readonly packetsPerSecond: number;
  /** Without a pace: packets of a connection that may wait for their acknowledgement. Absent = 1. */
  readonly unanswered?: number;
  readonly durationS: number;
  /** Connection i is the device `madeUpImei(firstSerial + i)`; idle ones follow. */
  readonly firstSerial: number;
  /** Time of the first record, milliseconds since 1970; records are one second apart. */
  readonly firstTime: number;
}

export interface LoadReport {
  /** Connections that were logged in when sending began. */
  readonly connected: number;
  readonly rejected: number;
  /** Connections that ended before their time. */
  readonly lost: number;
  readonly packetsSent: number;
  readonly packetsAcknowledged: number;
  readonly recordsAcknowledged: number;
  readonly elapsedS: number;
  readonly recordsPerSecond: number;
  readonly ackP50Ms: number | null;
  readonly ackP99Ms: number | null;
  readonly ackLongestMs: number;
}
