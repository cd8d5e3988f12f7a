import type { FleetEvent, SummaryItem } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Events of a period; both ends count. Without devices: of all that the user is linked to. */
export interface EventQuery {
  readonly from: Date;
  readonly to: Date;
  readonly deviceIds?: readonly number[];
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
    events: (query, signal) => caller.json('GET /reports/events', { query: asked(query) }, signal),
    summary: (query, signal) =>
      caller.json('GET /reports/summary', { query: { ...asked(query), daily: false } }, signal),
  };
}

const asked = ({ from, to, deviceIds }: EventQuery) => ({
  deviceId: deviceIds,
  from: from.toISOString(),
  to: to.toISOString(),
});
