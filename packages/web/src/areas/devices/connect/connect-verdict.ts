import type { DeviceConnection, UnknownCaller } from '@rastro/fleet';
import type { Vehicle } from '../../../live/fleet.ts';

/** Meaning of a message from the tracker, or of its absence. Times in ms since 1970. */
export type ConnectVerdict =
  | { readonly kind: 'connected' }
  /** It reports, and does not know yet where it is. */
  | { readonly kind: 'noFix' }
  | { readonly kind: 'refused'; readonly reason: 'disabled' | 'expired' | 'secret' }
  /** The tracker itself is not understood. */
  | { readonly kind: 'undecoded'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly callers: readonly UnknownCaller[] }
  /** There is no listener for this protocol. */
  | { readonly kind: 'noListener' }
  /** Something else came to its port. */
  | { readonly kind: 'wrongPort'; readonly at: number }
  /** Other trackers send to its port: only this one does not. */
  | { readonly kind: 'reached' }
  | { readonly kind: 'silent' }
  /** A foreign tracking server: its ports are not visible here. */
  | { readonly kind: 'unseen' };

export interface ConnectReadings {
  readonly vehicle: Vehicle;
  /** Last message of the tracker when the screen was opened; null = never. */
  readonly lastUpdateBefore: string | null;
  /** null = the tracking server does not say. */
  readonly connection: DeviceConnection | null;
  /** Of the chosen model. */
  readonly protocol: string | null;
  readonly now: number;
}
/** Older news is of something else. */
const RECENT_MS = 600_000;

/** The first that holds: what the tracker itself did, then what came in its place, then what did not come. */
export function connectVerdict(readings: ConnectReadings): ConnectVerdict {
  const { vehicle, connection, protocol, now } = readings;
  if (hasReported(readings)) return { kind: vehicle.position === null ? 'noFix' : 'connected' };
  if (connection === null) return { kind: 'unseen' };
  const isRecent = (at: string | null): boolean => at !== null && now - Date.parse(at) < RECENT_MS;
  const { refused, undecoded, unknown, listeners } = connection;
  if (refused !== null) return { kind: 'refused', reason: refused.reason };
  if (undecoded !== null) return { kind: 'undecoded', reason: undecoded.reason };
  const callers = unknown.filter(({ at }) => isRecent(at));
  if (callers.length > 0) return { kind: 'unknown', callers };
  if (protocol === null) return { kind: 'silent' };
  const listener = listeners.find((each) => each.protocol === protocol);
  if (listener === undefined) return { kind: 'noListener' };
  const { lastFailure, lastMessage } = listener;
  if (isRecent(lastFailure)) return { kind: 'wrongPort', at: Date.parse(lastFailure ?? '') };
  return { kind: lastMessage === null ? 'silent' : 'reached' };
}

function hasReported({ vehicle: { device }, lastUpdateBefore }: ConnectReadings): boolean {
  return device.lastUpdate !== null && (device.status === 'online' || device.lastUpdate !== lastUpdateBefore);
}
