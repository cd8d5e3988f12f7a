import type { AutolinkCode, AutolinkOffer, Device, StockMovement, StockOutcome } from '@rastro/fleet';
import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

export type AutolinkWrite = SentBodyOf<ExtensionRoutes['POST /autolink']>;
type LabelsWish = SentBodyOf<ExtensionRoutes['POST /stock/codes']>;
export type StockMove = SentBodyOf<ExtensionRoutes['POST /stock/movements']>;
type MovementQuery = SentQueryOf<ExtensionRoutes['GET /stock/movements']>;

/** Trackers that wait for a vehicle, their labels, and how they get to whom they belong. */
export interface StockCalls {
  labels(wish: LabelsWish, signal: AbortSignal): Promise<Answer<readonly AutolinkCode[]>>;
  move(move: StockMove, signal: AbortSignal): Promise<Answer<readonly StockOutcome[]>>;
  movements(query: MovementQuery, signal: AbortSignal): Promise<Answer<readonly StockMovement[]>>;
  /** What is behind the code of a label. */
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
