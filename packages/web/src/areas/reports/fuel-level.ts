import { DAY_S } from '@rastro/base';
import type { FuelingItem } from '@rastro/fleet';
import { decodeTrack, TRACK_FLAGS, TrackFrames, type TrackChunk } from '@rastro/fleet/tracks';
import type { Answer, TrackingClient } from '@rastro/tracking-client';
import type { Period } from '../../kernel/period/period.ts';

/** Liters before percent: the capacity of a tank is seldom known. */
const MEASURES = ['fuel', 'fuelLevel'] as const;

export interface FuelMarker {
  readonly type: FuelingItem['type'];
  /** Seconds since 1970, and the level after it. */
  readonly at: number;
  readonly level: number;
}
/** The level of a tank over time. */
export interface FuelLevel {
  readonly unit: 'litres' | 'percent';
  /** Seconds since 1970. */
  readonly at: readonly number[];
  /** null = nothing is known on the way to the next. */
  readonly values: readonly (number | null)[];
  readonly markers: readonly FuelMarker[];
}

/** @returns a level without values where none was measured. */
export async function readFuelLevel(
  client: TrackingClient,
  { deviceId, from, to }: Period & { readonly deviceId: number },
  signal: AbortSignal,
): Promise<Answer<FuelLevel>> {
  const frames = new TrackFrames();
  const days: TrackChunk[] = [];
  const asked = { deviceId, from, to, zoom: null, view: null, attributes: MEASURES };
  const answer = await client.tracks.read(
    asked,
    (received) => {
      for (const bytes of frames.push(received)) {
        const day = decodeTrack(bytes);
        if (!day.ok) throw new Error(day.error);
        days.push(day.value);
      }
    },
    signal,
  );
  if (!answer.ok) return answer;
  const fuelings = await client.reports.list('fuelings', { from, to, deviceIds: [deviceId] }, signal);
  if (!fuelings.ok) return fuelings;
  const span = { from: from.getTime() / 1000, to: to.getTime() / 1000 };
  return { ok: true, value: fuelLevel(days, fuelings.value, span) };
}

/** Chart data from the days of a vehicle, and from its fuelings and drains. */
export function fuelLevel(
  days: readonly TrackChunk[],
  fuelings: readonly FuelingItem[],
  { from, to }: { readonly from: number; readonly to: number },
): FuelLevel {
  const column = MEASURES.findIndex((_, i) => days.some(({ values }) => isMeasured(values[i])));
  const unit = column === 1 ? 'percent' : 'litres';
  const at: number[] = [];
  const values: (number | null)[] = [];
  let isHeld = false;
  for (const { day, points, values: columns } of days.toSorted((a, b) => a.day - b.day))
    for (const [i, second] of points.second.entries()) {
      const [time, value] = [day * DAY_S + second, columns[column]?.[i] ?? null];
      const isGap = ((points.flags[i] ?? 0) & TRACK_FLAGS.gap) !== 0;
      // A record without a tank reading is no gap in the known level.
      if (time < from || time > to || (value === null && !isGap)) continue;
      const before = at.at(-1) ?? -Infinity;
      // It stood: what was known when it stopped holds until something else is.
      if ((isGap || isHeld) && time - before > 1 && at.length > 0) {
        at.push(time - 1);
        values.push(isGap ? null : (values.at(-1) ?? null));
      }
      isHeld = ((points.flags[i] ?? 0) & TRACK_FLAGS.held) !== 0;
      if (value === null || time <= before) continue;
      at.push(time);
      values.push(value);
    }
  const markers = fuelings.flatMap(({ type, startTime, endTime, after, afterPercent }) => {
    const level = unit === 'percent' ? afterPercent : after;
    const middle = (Date.parse(startTime) + Date.parse(endTime)) / 2000;
    return level === null ? [] : [{ type, at: middle, level }];
  });
  return { unit, at, values, markers };
}

const isMeasured = (values: readonly (number | null)[] | undefined): boolean =>
  values?.some((value) => value !== null) ?? false;
