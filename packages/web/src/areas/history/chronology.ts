import type { FleetEvent, StopItem, TripItem } from '@rastro/fleet';
import type { Span } from './track.ts';

/** A hole between two stretches below this is rounding. */
const MIN_GAP_S = 60;
/** Events that trips and stops already show, or that concern only the connection. */
const EVERYDAY: ReadonlySet<FleetEvent['type']> = new Set([
  'deviceMoving',
  'deviceStopped',
  'deviceOnline',
  'deviceOffline',
  'deviceUnknown',
  'ignitionOn',
  'ignitionOff',
]);

/** A stretch of a vehicle's history; seconds since 1970. */
interface Stretch extends Span {
  /** `{device}.{first second}` of stretches: what the address names. */
  readonly key: string;
  readonly deviceId: number;
}
export interface TripRow extends Stretch {
  readonly kind: 'trip';
  /** Of its vehicle in this period, from 1. */
  readonly number: number;
  readonly item: TripItem;
}
export interface StopRow extends Stretch {
  readonly kind: 'stop';
  readonly number: number;
  readonly item: StopItem;
}
export interface GapRow extends Stretch {
  readonly kind: 'gap';
}
export interface EventRow extends Stretch {
  readonly kind: 'event';
  readonly item: FleetEvent;
}
export type StretchRow = TripRow | StopRow | GapRow;
export type HistoryRow = StretchRow | EventRow;

export interface HistoryReports {
  readonly trips: readonly TripItem[];
  readonly stops: readonly StopItem[];
  readonly events: readonly FleetEvent[];
}

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** All stretches and events of some vehicles in order of time. Between two stretches there was no message. */
export function makeChronology({ trips, stops, events }: HistoryReports): readonly HistoryRow[] {
  const ids = new Set([...trips, ...stops, ...events].map(({ deviceId }) => deviceId));
  const rows = [...ids].flatMap((id) => {
    const isOf = ({ deviceId }: { deviceId: number }): boolean => deviceId === id;
    const stretches = [
      ...trips
        .filter(isOf)
        .map((item, i): TripRow => ({ kind: 'trip', number: i + 1, item, ...spanOf(item) })),
      ...stops
        .filter(isOf)
        .map((item, i): StopRow => ({ kind: 'stop', number: i + 1, item, ...spanOf(item) })),
    ].toSorted((a, b) => a.from - b.from);
    return [...stretches, ...gapsBetween(stretches), ...events.filter(isOf).map(eventRow)];
  });
  return rows.toSorted((a, b) => a.from - b.from || a.deviceId - b.deviceId);
}

function spanOf(item: TripItem | StopItem): Stretch {
  const [from, to] = [seconds(item.startTime), seconds(item.endTime)];
  return { key: `${item.deviceId}.${from}`, deviceId: item.deviceId, from, to };
}

function gapsBetween(stretches: readonly (TripRow | StopRow)[]): readonly GapRow[] {
  return stretches.flatMap(({ deviceId, to: from }, i) => {
    const to = stretches[i + 1]?.from ?? from;
    return to - from < MIN_GAP_S ? [] : [{ kind: 'gap', key: `${deviceId}.${from}s`, deviceId, from, to }];
  });
}

function eventRow(item: FleetEvent): EventRow {
  const at = seconds(item.eventTime);
  return { kind: 'event', key: `e${item.id}`, deviceId: item.deviceId, from: at, to: at, item };
}

/** Events that say more than the trips and stops. */
export const isNotable = (row: HistoryRow): boolean => row.kind !== 'event' || !EVERYDAY.has(row.item.type);

/** The row under way at a moment: of trips, stops and silences the last that has begun; -1 = none. */
export function rowAt(rows: readonly HistoryRow[], at: number): number {
  return rows.findLastIndex(({ kind, from, to }) => kind !== 'event' && from <= at && at <= to);
}
