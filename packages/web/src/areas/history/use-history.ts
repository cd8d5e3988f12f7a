import type { SummaryItem } from '@rastro/fleet';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { periodOf, type Period, type PeriodChoice } from '../../kernel/period/period.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { isNotable, type HistoryRow, type StretchRow } from './chronology.ts';
import { readHistory, writeHistory, type HistoryAddress } from './history-address.ts';
import type { Player } from './player.ts';
import type { Span } from './track.ts';
import type { TrackLoader, VehicleTrack } from './track-loader.ts';
import { useHistoryReports, type ReadReports } from './use-history-reports.ts';
import type { IdleSpan } from './strip-lanes.ts';
import { usePlayer } from './use-player.ts';
import { useTracks } from './use-tracks.ts';

const NO_ROWS: readonly HistoryRow[] = [];
/** The clock comes into the address once it rests. */
const REST_MS = 400;
/** Around a trip that is looked at alone, as a share of its length. */
const AROUND = 0.04;

/** State and actions of the history screen. */
export interface History {
  readonly address: HistoryAddress;
  readonly change: (part: Partial<HistoryAddress>) => void;
  readonly period: Period;
  readonly choosePeriod: (choice: PeriodChoice) => void;
  /** Of the timeline: the period, or what is looked at alone. */
  readonly axis: Span;
  /** undefined until they are read. */
  readonly rows: readonly HistoryRow[] | undefined;
  readonly visibleRows: readonly HistoryRow[];
  /** undefined until they are read. */
  readonly summaries: readonly SummaryItem[] | undefined;
  readonly idles: readonly IdleSpan[];
  readonly error: Error | null;
  readonly retry: () => void;
  /** Of all vehicles; rows, figures and `shown` are of those that are not hidden. */
  readonly tracks: readonly VehicleTrack[];
  readonly visibleTracks: readonly VehicleTrack[];
  readonly loader: TrackLoader;
  readonly player: Player;
  readonly focus: StretchRow | null;
  readonly mayEvents: boolean;
}

export function useHistory(): History {
  const place = usePlace();
  const [search, setSearch] = useSearchParams();
  const [now, setNow] = useState(() => Date.now());
  const mayEvents = useRights().may('events.view');
  const text = search.toString();
  const address = useMemo(() => readHistory(new URLSearchParams(text)), [text]);
  const change = useChange(text, setSearch);
  const [ids, choiceText] = [address.deviceIds.join(','), JSON.stringify(address.period)];
  // The same until the user chooses another: what is read by them is read once.
  const deviceIds = useMemo(() => (ids === '' ? [] : ids.split(',').map(Number)), [ids]);
  const period = useMemo(() => {
    const { period: choice } = readHistory(new URLSearchParams(text));
    return periodOf(choice, now, place);
    // oxlint-disable-next-line react/exhaustive-deps -- The choice is all that counts of the address.
  }, [choiceText, now, place]);
  const span = useMemo(
    () => ({ from: Math.floor(period.from.getTime() / 1000), to: Math.ceil(period.to.getTime() / 1000) }),
    [period],
  );
  const reports = useVisibleReports(useHistoryReports(deviceIds, period, mayEvents), address.hidden);
  const { measure, curve } = address;
  const measures = useMemo(
    () => [...new Set([measure, curve])].filter((name) => name !== null),
    [measure, curve],
  );
  const { tracks, loader } = useTracks(deviceIds, period, measures);
  const visibleTracks = useMemo(
    () => tracks.filter(({ deviceId }) => !address.hidden.includes(deviceId)),
    [tracks, address.hidden],
  );
  const player = usePlayer(span, address.cursor);
  useCursorInAddress(player, change);
  const rows = reports.rows ?? NO_ROWS;
  const focus = useMemo(() => focusIn(rows, address.focus), [rows, address.focus]);
  const axis = useMemo(() => (focus === null ? span : around(focus, span)), [focus, span]);
  const visibleRows = useMemo(() => rowsOf(rows, address.tab), [rows, address.tab]);
  const choosePeriod = (choice: PeriodChoice): void => {
    setNow(Date.now());
    change({ period: choice });
  };
  return {
    ...reports,
    address,
    change,
    period,
    choosePeriod,
    axis,
    visibleRows,
    tracks,
    visibleTracks,
    loader,
    player,
    focus,
    mayEvents,
  };
}

function useVisibleReports(reports: ReadReports, hidden: readonly number[]): ReadReports {
  const { rows, summaries, idles } = reports;
  const isVisible = ({ deviceId }: { readonly deviceId: number }): boolean => !hidden.includes(deviceId);
  const key = hidden.join();
  // oxlint-disable-next-line react/exhaustive-deps -- Who is hidden is all that counts of the list.
  const visibleRows = useMemo(() => rows?.filter(isVisible), [rows, key]);
  // oxlint-disable-next-line react/exhaustive-deps -- As above.
  const visibleIdles = useMemo(() => idles.filter(isVisible), [idles, key]);
  return { ...reports, rows: visibleRows, summaries: summaries?.filter(isVisible), idles: visibleIdles };
}

/** Writes parts of the address. One that is not shown yet is the ground of the next: none takes another back. */
function useChange(current: string, setSearch: ReturnType<typeof useSearchParams>[1]): History['change'] {
  const written = useRef<string | null>(null);
  useEffect(() => {
    if (written.current === current) written.current = null;
  }, [current]);
  return useCallback(
    (part: Partial<HistoryAddress>) =>
      setSearch(
        (old) => {
          const next = writeHistory(new URLSearchParams(written.current ?? old), part);
          written.current = next.toString() === current ? null : next.toString();
          return next;
        },
        { replace: true },
      ),
    [current, setSearch],
  );
}

function useCursorInAddress(player: Player, change: (part: Partial<HistoryAddress>) => void): void {
  // With the address as it is when the clock rests: what was chosen meanwhile stays.
  const write = useEffectEvent((cursor: number) => change({ cursor }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = player.state().cursor;
    const unwatch = player.watch(() => {
      const { cursor, isPlaying } = player.state();
      if (isPlaying || player.isFresh || cursor === last) return;
      last = cursor;
      clearTimeout(timer);
      timer = setTimeout(() => write(Math.round(cursor)), REST_MS);
    });
    return () => {
      clearTimeout(timer);
      unwatch();
    };
  }, [player]);
}

const focusIn = (rows: readonly HistoryRow[], key: string | null): StretchRow | null => {
  const row = rows.find((each) => each.key === key);
  return row === undefined || row.kind === 'event' ? null : row;
};

function around({ from, to }: Span, whole: Span): Span {
  const more = Math.max(60, (to - from) * AROUND);
  return { from: Math.max(whole.from, from - more), to: Math.min(whole.to, to + more) };
}

const KINDS = { trips: 'trip', stops: 'stop', events: 'event' } as const;

function rowsOf(rows: readonly HistoryRow[], tab: HistoryAddress['tab']): readonly HistoryRow[] {
  if (tab === 'all' || tab === 'positions') return rows.filter(isNotable);
  return rows.filter(({ kind }) => kind === KINDS[tab]);
}
