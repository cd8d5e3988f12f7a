import { ok } from '@rastro/base';
import type { FleetEvent } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Events of a period; both ends count. Without devices: of all that the user is linked to. */
export interface EventQuery {
  readonly from: Date;
  readonly to: Date;
  readonly deviceIds?: readonly number[];
}

/** A period of one device summed up. Metres, knots, milliseconds, litres. @source reference/tracking-api.md §2.14 */
export interface SummaryItem {
  readonly deviceId: number;
  readonly distance: number;
  readonly averageSpeed: number;
  readonly maxSpeed: number;
  readonly spentFuel: number;
  readonly engineHours: number;
}

/** @source reference/tracking-api.md §3.11 */
export interface ReportCalls {
  /** Device after device, each by event time. */
  events(query: EventQuery, signal: AbortSignal): Promise<Answer<readonly FleetEvent[]>>;
  /** One item per device, whatever the length of the period. */
  summary(query: EventQuery, signal: AbortSignal): Promise<Answer<readonly SummaryItem[]>>;
}

export function reportCalls(caller: TrackingCaller): ReportCalls {
  return {
    events: async (query, signal) => {
      const answer = await caller.json('GET /reports/events', { query: asked(query) }, signal);
      return answer.ok ? ok(answer.value as readonly FleetEvent[]) : answer;
    },
    summary: async (query, signal) => {
      const answer = await caller.json(
        'GET /reports/summary',
        { query: { ...asked(query), daily: false } },
        signal,
      );
      return answer.ok ? ok(answer.value as readonly SummaryItem[]) : answer;
    },
  };
}

const asked = ({ from, to, deviceIds }: EventQuery) => ({
  deviceId: deviceIds,
  from: from.toISOString(),
  to: to.toISOString(),
});
