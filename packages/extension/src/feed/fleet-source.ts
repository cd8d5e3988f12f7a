import type { Device, FleetEvent, Position } from '@rastro/fleet';

/** What a tracking server tells while it happens. @source reference/tracking-api.md §4 */
export interface FleetFrame {
  readonly devices?: readonly Device[];
  readonly positions?: readonly Position[];
  readonly events?: readonly FleetEvent[];
  /** Ids of devices that are not there any more; a stock tracking server does not tell. */
  readonly gone?: readonly number[];
}
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A tracking server as the feed needs it, whichever it is. Everything rejects when the server cannot be asked. */
export interface FleetSource {
  devices(signal: AbortSignal): Promise<readonly Device[]>;
  /** Both by their own time, oldest first. */
  events(deviceId: number, period: Period, signal: AbortSignal): Promise<readonly FleetEvent[]>;
  positions(deviceId: number, period: Period, signal: AbortSignal): Promise<readonly Position[]>;
  /** Resolves when it listens; `ended` does when the connection is over, for whatever reason. */
  listen(tell: (frame: FleetFrame) => void, signal: AbortSignal): Promise<{ readonly ended: Promise<void> }>;
}
