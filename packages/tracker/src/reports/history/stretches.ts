import { DAY_MS } from '@rastro/base';
import { stretchesOf, type Stretch } from '@rastro/fleet/trips';
import type { DeviceTrips } from '../../trips/device-trips.ts';
import { sumsBefore } from '../../trips/sums-of-period.ts';
import type { Period } from '../request/report-device.ts';

/** Trips that begin in a period, whole. */
export async function tripsBegun(
  deviceTrips: DeviceTrips,
  { from, to }: Period,
): Promise<readonly Stretch[]> {
  const pieces = await deviceTrips.pieces(from, to, ['trip']);
  const rest = await restOf(deviceTrips, pieces.at(-1), to);
  return stretchesOf([...pieces, ...rest]).filter(({ start }) => start.time >= from);
}

/** Pieces of the stretch under way at the end of a period that come after it. */
export async function restOf(
  deviceTrips: DeviceTrips,
  last: Piece | undefined,
  to: number,
): Promise<readonly Piece[]> {
  if (!last || last.ended !== null) return [];
  const rest: Piece[] = [];
  for (let from = Math.max(to, last.end.time) + 1; ; from += DAY_MS) {
    const found = await deviceTrips.pieces(from, from + DAY_MS - 1, [last.kind]);
    const pieces = found.filter(({ start, stretch }) => stretch.id === last.stretch.id && start.time > to);
    const fresh = pieces.filter(({ start }) => !rest.some((each) => each.start.time === start.time));
    rest.push(...fresh);
    if (fresh.length === 0 || fresh.at(-1)?.ended !== null) return rest;
  }
}
/** Pieces of the stretch under way at the beginning of a period that come before it. */
export async function startOf(deviceTrips: DeviceTrips, first: Piece | undefined): Promise<readonly Piece[]> {
  if (!first || first.stretch.time === first.start.time) return [];
  const found = await deviceTrips.pieces(first.stretch.time, first.start.time - 1, [first.kind]);
  return found.filter(
    ({ start, stretch }) => stretch.id === first.stretch.id && start.time < first.start.time,
  );
}

type Piece = Awaited<ReturnType<DeviceTrips['pieces']>>[number];

/** Metres since the first record, up to an instant. */
export const totalBefore = async (deviceTrips: DeviceTrips, instant: number): Promise<number> =>
  (await sumsBefore(deviceTrips, instant)).distanceM;
