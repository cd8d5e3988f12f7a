import type {
  AutolinkCode,
  AutolinkOffer,
  DEVICE_STATES,
  Device,
  StockMovement,
  StockOutcome,
} from '@rastro/fleet';
import type { ExtensionRoutes, SentQueryOf } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

interface AutolinkWrite {
  readonly code: string;
  readonly name: string;
  /** Empty = the tracker's own. */
  readonly plate: string;
  readonly category: string;
  /** 0 = none. */
  readonly groupId: number;
}
interface LabelsWish {
  readonly deviceIds: readonly number[];
  /** Labels that were printed before open nothing from now on. */
  readonly renew?: boolean;
}
export interface StockMove {
  readonly deviceIds: readonly number[];
  readonly to: (typeof DEVICE_STATES)[number];
  readonly note: string;
}
type MovementQuery = SentQueryOf<ExtensionRoutes['GET /stock/movements']>;

/** Trackers that wait for a vehicle, their labels, and their handover to customers. */
export interface StockCalls {
  labels(wish: LabelsWish, signal: AbortSignal): Promise<Answer<readonly AutolinkCode[]>>;
  move(move: StockMove, signal: AbortSignal): Promise<Answer<readonly StockOutcome[]>>;
  movements(query: MovementQuery, signal: AbortSignal): Promise<Answer<readonly StockMovement[]>>;
  /** Tracker behind the code of a label. */
  offer(code: string, signal: AbortSignal): Promise<Answer<AutolinkOffer>>;
  /** Takes the tracker with this code. */
  take(wanted: AutolinkWrite, signal: AbortSignal): Promise<Answer<Device>>;
}

export function stockCalls(caller: Caller<ExtensionRoutes>): StockCalls {
  return {
    labels: (json, signal) => caller.json('POST /stock/codes', { json }, signal),
    move: (json, signal) => caller.json('POST /stock/movements', { json }, signal),
    movements: (query, signal) => caller.json('GET /stock/movements', { query }, signal),
    offer: (code, signal) => caller.json('GET /autolink/:code', { params: { code } }, signal),
    take: (json, signal) => caller.json('POST /autolink', { json }, signal),
  };
}
