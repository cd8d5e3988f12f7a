import type { LatLng, ReportItems, ReportType, SheetReport } from '@rastro/fleet';
import type { Answer, ReportPeriod, TrackingClient } from '@rastro/tracking-client';
import type { LucideIcon } from 'lucide-react';
import type { Cell, ColumnHead, ReportRow, RowNames } from '../report-row.ts';

interface Column<Item> extends ColumnHead {
  readonly value: (item: Item, names: RowNames) => Cell;
}
/** Filters of a report besides vehicles and days. */
export type KindFilter =
  | 'daily'
  | 'by'
  | 'driver'
  | 'events'
  | 'fuelings'
  | 'drivingEvents'
  | 'reasons'
  | 'widgets'
  | 'geofences';
/** Chart above the table: a figure of each day, or of each record of one vehicle. */
export interface KindChart {
  readonly column: string;
  readonly by: 'day' | 'moment';
}

/** All that the browser says of a report; its texts are `reports:kind.<path>` and `reports:column.<id>`. */
interface KindDefinition<K extends ReportType> {
  /** Its address below /reports. @source docs/reference/requirements.md SPEC §2 */
  readonly path: string;
  readonly type: K & SheetReport;
  readonly icon: LucideIcon;
  readonly filters?: readonly KindFilter[];
  readonly chart?: KindChart;
  /** `vehicle`: a row has no place of its own, and is shown at the last position of its vehicle. */
  readonly marker?: 'trip' | 'stop' | 'event' | 'vehicle';
  /** Main columns: on a phone they come right after the first. Absent = the first column with a total. */
  readonly lead?: readonly string[];
  /** Figures of all vehicles together, beside those of a compared period. */
  readonly hasFigures?: true;
  /** One record after another: vehicles are asked for one by one. */
  readonly isLong?: true;
  /** Of one vehicle there are files for maps, too. */
  readonly hasTrackFiles?: true;
  /** True when the report of one vehicle also shows the level of its tank. */
  readonly hasLevel?: true;
  readonly span: (item: ReportItems[K]) => readonly [from: string | null, to: string | null];
  readonly place?: (item: ReportItems[K]) => LatLng | null;
  readonly endPlace?: (item: ReportItems[K]) => LatLng | null;
  readonly positionId?: (item: ReportItems[K]) => number;
  readonly columns: readonly Column<ReportItems[K]>[];
}

export interface ReadRows {
  readonly names: RowNames;
  readonly take: (rows: readonly ReportRow[]) => void;
}
/** A report for generic code, without the type of its items. */
export interface ReportKind extends Pick<
  KindDefinition<ReportType>,
  'path' | 'icon' | 'chart' | 'lead' | 'marker' | 'isLong' | 'hasFigures' | 'hasTrackFiles' | 'hasLevel'
> {
  readonly type: SheetReport;
  readonly filters: readonly KindFilter[];
  readonly columns: readonly ColumnHead[];
  readonly read: (
    client: TrackingClient,
    query: ReportPeriod,
    { names, take }: ReadRows,
    signal: AbortSignal,
  ) => Promise<Answer<null>>;
}

export function defineKind<K extends ReportType>(definition: KindDefinition<K>): ReportKind {
  const { type, span, place, endPlace, positionId, columns, filters = [], ...rest } = definition;
  const rowOf = (item: ReportItems[K], names: RowNames): ReportRow => {
    const [from, to] = span(item);
    // A line of several vehicles is of none.
    const deviceId = 'deviceId' in item ? item.deviceId : 0;
    return {
      deviceId,
      deviceName: deviceId === 0 ? '' : names.device(deviceId),
      from: instant(from),
      to: instant(to),
      place: place?.(item) ?? null,
      endPlace: endPlace?.(item) ?? null,
      positionId: positionId?.(item) ?? 0,
      cells: columns.map(({ value }) => value(item, names)),
    };
  };
  return {
    ...rest,
    type,
    filters,
    columns: columns.map(({ value: _value, ...head }) => head),
    read: (client, query, { names, take }, signal) =>
      client.reports.stream<K>(
        type,
        { ...query, take: (items) => take(items.map((item) => rowOf(item, names))) },
        signal,
      ),
  };
}

/** ms since 1970. */
export const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));
export const placeText = (address: string | null | undefined, { latitude, longitude }: LatLng): string =>
  address === null || address === undefined || address === ''
    ? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    : address;
