import { fail } from '@rastro/base';
import type { ReportItems, ReportType, SheetReport } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import { unreadableFailure } from './failure.ts';
import { JsonItems } from './json-items.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** A period; both ends count. Without devices and groups: all that the user is linked to. */
export interface ReportPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly deviceIds?: readonly number[];
  readonly groupIds?: readonly number[];
  /** One line a day; of summaries and fuel. */
  readonly daily?: boolean;
  /** Zone whose midnights separate days; absent = the reader's. */
  readonly zone?: string;
  /** One line of all vehicles; of totals. */
  readonly sum?: boolean;
  /** The period that figures are compared with; absent = as long a one right before. Of overview. */
  readonly compared?: { readonly from: Date; readonly to: Date };
  /** A line for each of them; absent = of each vehicle; of totals. */
  readonly by?: 'driver' | 'group';
  /** Event types; of events. Kinds; of harsh. Widgets; of overview. Absent = all. */
  readonly eventTypes?: readonly string[];
  /** Geofences whose visits are wanted, and inside which a route is. */
  readonly geofenceIds?: readonly number[];
  /** Only this driver, by their identifier, a line for each drive; of drivers. */
  readonly driver?: string;
  /** Only what begins on these: 1 = Monday. */
  readonly weekdays?: readonly number[];
  /** Only what begins between these hours of the day, `08:30`; the end before the begin = over midnight. */
  readonly fromHour?: string;
  readonly toHour?: string;
  /** Only what begins while it is on. */
  readonly calendarId?: number;
}

/** @source docs/reference/tracking-api.md §3.11 */
export interface ReportCalls {
  /** Every item of a report, device after device. */
  list<K extends ReportType>(
    type: K,
    query: ReportPeriod,
    signal: AbortSignal,
  ): Promise<Answer<readonly ReportItems[K][]>>;
  /** The same, handed on as it comes; what was handed on before a failure is a part. */
  stream<K extends ReportType>(
    type: K,
    query: ReportPeriod & { readonly take: (items: readonly ReportItems[K][]) => void },
    signal: AbortSignal,
  ): Promise<Answer<null>>;
  /** A report as a file. */
  file(
    type: SheetReport,
    query: ReportPeriod & { readonly format: SheetFormat; readonly form?: PdfForm },
    signal: AbortSignal,
  ): Promise<Answer<Blob>>;
}

export type SheetFormat = 'xlsx' | 'csv' | 'pdf';
/** Of a PDF: with figures, charts and a map, or dense. Absent = the first. */
export type PdfForm = 'standard' | 'table';

export function reportCalls(caller: TrackingCaller): ReportCalls {
  return {
    list: (type, query, signal) =>
      caller.jsonAt({ method: 'GET', path: `/reports/${type}`, query: asked(query) }, signal),
    stream: async <K extends ReportType>(
      type: K,
      { take, ...query }: ReportPeriod & { readonly take: (items: readonly ReportItems[K][]) => void },
      signal: AbortSignal,
    ) => {
      const items = new JsonItems<ReportItems[K]>();
      let rested = performance.now();
      const answer = await caller.bytesAt(
        { method: 'GET', path: `/reports/${type}`, query: asked(query) },
        async (piece) => {
          for (let at = 0; at < piece.length; at += SLICE_BYTES) {
            const complete = items.take(piece.subarray(at, at + SLICE_BYTES));
            if (complete.length > 0) take(complete);
            if (performance.now() - rested < WORK_MS) continue;
            await breathe();
            rested = performance.now();
          }
        },
        signal,
      );
      return answer.ok && !items.hasEnded ? fail(unreadableFailure(200, 'other', 'breaks off')) : answer;
    },
    file: (type, { format, form, ...query }, signal) =>
      caller.blobAt(
        { method: 'GET', path: `/reports/${type}/${format}`, query: { ...asked(query), form } },
        signal,
      ),
  };
}

/** Read at once: some milliseconds of work. Between two, the page draws and listens. */
const SLICE_BYTES = 65_536;
const WORK_MS = 8;
const breathe = (): Promise<void> => new Promise((done) => setTimeout(done));

const asked = ({
  from,
  to,
  compared,
  deviceIds,
  groupIds,
  eventTypes,
  geofenceIds,
  ...rest
}: ReportPeriod) => ({
  ...rest,
  comparedFrom: compared?.from.toISOString(),
  comparedTo: compared?.to.toISOString(),
  deviceId: deviceIds,
  groupId: groupIds,
  from: from.toISOString(),
  to: to.toISOString(),
  type: eventTypes,
  geofenceId: geofenceIds,
});
