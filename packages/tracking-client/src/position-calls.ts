import { ok } from '@rastro/base';
import type { Position } from '@rastro/fleet';
import type { TrackingRoutes } from '@rastro/fleet/api';
import type { Answer, Sent } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Ids asked for in one request. @source docs/reference/requirements.md SPEC §9 "Position batch size" */
export const POSITION_BATCH = 500;

/** A stretch of one device's history; both ends count. */
export interface HistoryQuery {
  readonly deviceId: number;
  readonly from: Date;
  readonly to: Date;
}

export type TrackFormat = 'gpx' | 'kml' | 'kmz';

/** @source docs/reference/tracking-api.md §3.9 */
export interface PositionCalls {
  /** Newest position of each device the user may see. */
  latest(signal: AbortSignal): Promise<Answer<readonly Position[]>>;
  latestOf(deviceId: number, signal: AbortSignal): Promise<Answer<Position | null>>;
  /** By fix time, oldest first; a server may cut at 50,000 and keeps the oldest. */
  history(query: HistoryQuery, signal: AbortSignal): Promise<Answer<readonly Position[]>>;
  /** The same as a file for maps. */
  file(query: HistoryQuery & { readonly format: TrackFormat }, signal: AbortSignal): Promise<Answer<Blob>>;
  /** In batches, one after the other; the first failure ends it. */
  byIds(ids: readonly number[], signal: AbortSignal): Promise<Answer<readonly Position[]>>;
}

export function positionCalls(caller: TrackingCaller): PositionCalls {
  const get = (
    query: Sent<'GET /positions', TrackingRoutes['GET /positions']>['query'],
    signal: AbortSignal,
  ) => caller.json('GET /positions', { query: query ?? {} }, signal);
  return {
    latest: (signal) => get({}, signal),
    latestOf: async (deviceId, signal) => {
      const answer = await get({ deviceId }, signal);
      return answer.ok ? ok(answer.value[0] ?? null) : answer;
    },
    history: ({ deviceId, from, to }, signal) =>
      get({ deviceId, from: from.toISOString(), to: to.toISOString() }, signal),
    file: ({ deviceId, from, to, format }, signal) =>
      caller.blobAt(
        {
          method: 'GET',
          path: `/positions/${format}`,
          query: { deviceId, from: from.toISOString(), to: to.toISOString() },
        },
        signal,
      ),
    byIds: async (ids, signal) => {
      const found: Position[] = [];
      for (let start = 0; start < ids.length; start += POSITION_BATCH) {
        const answer = await get({ id: ids.slice(start, start + POSITION_BATCH) }, signal);
        if (!answer.ok) return answer;
        found.push(...answer.value);
      }
      return ok(found);
    },
  };
}
