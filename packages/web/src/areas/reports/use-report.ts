import type { ReportPeriod } from '@rastro/tracking-client';
import { useEffect, useEffectEvent, useMemo, useState, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { comparedPeriod } from '../../kernel/period/compared-period.ts';
import { periodOf, type Period, type Place } from '../../kernel/period/period.ts';
import { useServices } from '../../kernel/services.tsx';
import { type Arranged, arrange, type Arrangement } from './arrange.ts';
import type { ReportKind } from './kinds/report-kind.ts';
import { readReport, writeReport, type ReportAddress, type ReportHours } from './report-address.ts';
import type { ReportRow } from './report-row.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { leadFirst, visibleColumns, type VisibleColumn } from './table-grid.ts';
import { useReportRun, type ReportRunControl } from './use-report-run.ts';
import { useReportScope, type ReportScope } from './use-report-scope.ts';
import { useSliced } from './use-sliced.ts';

const NO_ROWS: readonly ReportRow[] = [];

export interface Report {
  readonly kind: ReportKind;
  readonly address: ReportAddress;
  readonly change: (part: Partial<ReportAddress>) => void;
  readonly period: Period;
  readonly scope: ReportScope;
  readonly run: ReportRunControl;
  readonly load: () => void;
  /** Query for an export. */
  readonly query: () => ReportPeriod;
  readonly columns: readonly VisibleColumn[];
  readonly rows: readonly ReportRow[];
  readonly arranged: Arranged | null;
  readonly zone: string;
}

/** A report by its address: what is asked, what was read, how it is arranged. */
export function useReport(kind: ReportKind): Report {
  const { client } = useServices();
  const zone = useZone();
  const place = usePlace();
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const address = useMemo(() => readReport(new URLSearchParams(text)), [text]);
  const [now, setNow] = useState(() => Date.now());
  const period = useMemo(() => periodOf(address.period, now, place), [address.period, now, place]);
  const scope = useReportScope(address.deviceIds, address.groupIds);
  const reportRunControl = useReportRun();
  const change = (part: Partial<ReportAddress>): void =>
    setSearch((old) => writeReport(old, part), { replace: true });
  const filtered = (asked: Period) => filtersOf(kind, address, { asked, place });
  const isPhone = useIsPhone();
  const load = (): void => {
    if (scope.deviceIds === undefined) return;
    const at = Date.now();
    setNow(at);
    const asked = filtered(periodOf(address.period, at, place));
    const { deviceIds, groupIds } = address;
    reportRunControl.start({
      client,
      kind,
      query: asked,
      deviceIds: scope.deviceIds,
      // Lines of several vehicles are made of all at once.
      whole: isOfSeveral(kind, asked) ? { deviceIds, groupIds } : null,
      names: scope.names,
    });
    if (!address.isAsked) change({ isAsked: true });
  };
  useFirstLoad(address.isAsked && reportRunControl.state === null && scope.deviceIds !== undefined, load);
  const rows = reportRunControl.state?.rows ?? NO_ROWS;
  const { grouping, sort } = address;
  return {
    kind,
    address,
    change,
    period,
    scope,
    run: reportRunControl,
    load,
    query: () => ({ ...filtered(period), deviceIds: address.deviceIds, groupIds: address.groupIds }),
    columns: useMemo(() => {
      const visible = visibleColumns(kind.columns, address.columns);
      return isPhone ? leadFirst(visible, kind.lead) : visible;
    }, [kind, address.columns, isPhone]),
    rows,
    arranged: useArranged(rows, { columns: kind.columns, grouping, sort, zone }),
    zone,
  };
}

/** All that is asked, but of which vehicles. */
const filtersOf = (
  kind: ReportKind,
  address: ReportAddress,
  { asked, place }: { readonly asked: Period; readonly place: Place },
): Omit<ReportPeriod, 'deviceIds' | 'groupIds'> => ({
  ...asked,
  ...(kind.filters.includes('daily') && address.daily ? { daily: true } : {}),
  ...(kind.filters.includes('by') && address.by !== null ? { by: address.by } : {}),
  ...(kind.filters.includes('driver') && address.driver !== '' ? { driver: address.driver } : {}),
  // Files say what the screen says, also for who has chosen no zone.
  zone: place.zone,
  ...narrowed(address.hours),
  ...typesOf(kind, address),
  // As a screen compares: days with the same weekdays, a month with the one before.
  ...(kind.hasFigures === true ? { compared: comparedPeriod(address.period, asked, place) } : {}),
});

/** Whether a line is of several vehicles. */
const isOfSeveral = (
  { hasFigures }: ReportKind,
  { by, driver }: Pick<ReportPeriod, 'by' | 'driver'>,
): boolean => hasFigures === true || by !== undefined || driver !== undefined;

/** Types and places that the filters of a kind choose. */
const typesOf = ({ filters }: ReportKind, address: ReportAddress) => ({
  ...(filters.includes('events') ? { eventTypes: address.eventTypes } : {}),
  ...(filters.includes('fuelings') ? { eventTypes: address.fuelingTypes } : {}),
  ...(filters.includes('drivingEvents') ? { eventTypes: address.drivingEvents } : {}),
  ...(filters.includes('reasons') ? { eventTypes: address.reasons } : {}),
  ...(filters.includes('widgets') ? { eventTypes: address.widgets } : {}),
  ...(filters.includes('geofences') ? { geofenceIds: address.geofenceIds } : {}),
});

/** Only what narrows: what is left out asks for nothing. */
const narrowed = ({ weekdays, fromHour, toHour, calendarId }: ReportHours) => ({
  ...(weekdays.length > 0 ? { weekdays } : {}),
  ...(fromHour === '' ? {} : { fromHour }),
  ...(toHour === '' ? {} : { toHour }),
  ...(calendarId > 0 ? { calendarId } : {}),
});

/** A link to a report that was loaded loads it as soon as its vehicles are known. */
function useFirstLoad(isDue: boolean, load: () => void): void {
  const start = useEffectEvent(load);
  useEffect(() => {
    if (isDue) start();
  }, [isDue]);
}

/** Rows in order and in groups, worked out in slices; the former ones stay until the next are there. null = none yet. */
function useArranged(
  rows: readonly ReportRow[],
  { columns, grouping, sort, zone }: Arrangement,
): Arranged | null {
  const [column, isDown] = [sort?.column ?? null, sort?.isDown ?? false];
  const work = useCallback(() => {
    const wanted = column === null ? null : { column, isDown };
    return arrange(rows, { columns, grouping, sort: wanted, zone });
  }, [rows, columns, grouping, column, isDown, zone]);
  return useSliced(work);
}
