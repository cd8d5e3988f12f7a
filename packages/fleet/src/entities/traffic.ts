import type { Attributes } from './attributes.ts';
import type { Network } from './position.ts';

/** Decoded contents of a device message, before the server adds its own data. Times are ISO 8601 UTC. */
export interface TrafficRecord {
  readonly deviceTime: string | null;
  readonly fixTime: string | null;
  readonly valid: boolean;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly altitude: number | null;
  /** Knots. */
  readonly speed: number | null;
  readonly course: number | null;
  readonly network: Network | null;
  readonly attributes: Attributes;
}

/** One message between a device and the server, raw and decoded. */
export interface TrafficMessage {
  /** Counts up from 1 in each recording. */
  readonly sequence: number;
  readonly time: string;
  readonly direction: 'in' | 'out';
  readonly protocol: string;
  /** Address of the other side. */
  readonly host: string;
  readonly bytes: number;
  /** The first bytes, hexadecimal. */
  readonly hex: string;
  /** The same as text, `\r` and `\n` written out; null = it is not text. */
  readonly text: string | null;
  readonly records: readonly TrafficRecord[];
  /** Why it could not be decoded; null = it could. */
  readonly error: string | null;
  /** Its checksum was wrong; it was decoded all the same. */
  readonly damaged: boolean;
}

/** `none`: nothing recorded. `ended`: the time is over, or the maximum of messages was reached. */
export interface TrafficRecording {
  readonly state: 'none' | 'recording' | 'ended';
  readonly startedAt: string | null;
  readonly endsAt: string | null;
  readonly total: number;
  /** Those after the sequence number that was asked for, oldest first; a part of them when there are many. */
  readonly messages: readonly TrafficMessage[];
}

export const TRAFFIC_SECONDS = { least: 10, most: 900 } as const;

/** Raw inbound traffic on a live socket. @source docs/reference/tracking-api.md §2.18 */
export interface LogRecord {
  readonly host: string;
  readonly protocol: string;
  readonly uniqueId: string | null;
  /** 0 = no device of this server. */
  readonly deviceId: number;
  readonly data: string;
}
