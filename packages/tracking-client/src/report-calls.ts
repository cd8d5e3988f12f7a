import type { ReportItems, ReportType } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** A period; both ends count. Without devices and groups: all that the user is linked to. */
export interface ReportPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly deviceIds?: readonly number[];
  readonly groupIds?: readonly number[];
  /** One line a day, in the reader's zone; of summaries. */
  readonly daily?: boolean;
  /** Event types; of events. Absent = all. */
  readonly eventTypes?: readonly string[];
  /** Whose visits are wanted; of visits. */
  readonly geofenceIds?: readonly number[];
}

/** @source reference/tracking-api.md §3.11 */
export interface ReportCalls {
  /** Every item of a report, device after device. */
  list<K extends ReportType>(
    type: K,
    query: ReportPeriod,
    signal: AbortSignal,
  ): Promise<Answer<readonly ReportItems[K][]>>;
}

export function reportCalls(caller: TrackingCaller): ReportCalls {
  return {
    list: (type, query, signal) =>
      caller.jsonAt({ method: 'GET', path: `/reports/${type}`, query: asked(query) }, signal),
  };
}

const asked = ({ from, to, deviceIds, groupIds, daily, eventTypes, geofenceIds }: ReportPeriod) => ({
  deviceId: deviceIds,
  groupId: groupIds,
  from: from.toISOString(),
  to: to.toISOString(),
  ...(daily === undefined ? {} : { daily }),
  type: eventTypes,
  geofenceId: geofenceIds,
});
