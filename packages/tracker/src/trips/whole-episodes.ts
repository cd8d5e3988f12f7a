import { DAY_MS } from '@rastro/base';
import { wholeEpisodes, type Episode } from '@rastro/fleet/trips';
import type { DeviceTrips } from './device-trips.ts';

/** Episodes that touch a period, both ends included, whole: also what of them lies before and after it. In order. */
export async function episodesTouching(
  deviceTrips: DeviceTrips,
  { from, to }: { readonly from: number; readonly to: number },
  kinds: readonly Episode['kind'][],
): Promise<readonly Episode[]> {
  const end = (await deviceTrips.span())?.to ?? to;
  let parts = await deviceTrips.episodes(from, to, kinds);
  const begin = parts.reduce((first, { since }) => Math.min(first, since.time), from);
  if (begin < from) parts = await deviceTrips.episodes(begin, to, kinds);
  // Each step reaches four times as far: a visit of months is found in a few.
  for (let until = to, reach = DAY_MS; ; reach *= 4) {
    const found = wholeEpisodes([{ episodes: parts }]).filter(
      (episode) => episode.start.time <= to && episode.end.time >= from,
    );
    if (until >= end || !found.some(({ goesOn }) => goesOn))
      return found.toSorted((a, b) => a.start.time - b.start.time);
    until += reach;
    parts = await deviceTrips.episodes(begin, until, kinds);
  }
}

/** Those that begin in a period. */
export const episodesBegun = async (
  deviceTrips: DeviceTrips,
  period: { readonly from: number; readonly to: number },
  kinds: readonly Episode['kind'][],
): Promise<readonly Episode[]> =>
  (await episodesTouching(deviceTrips, period, kinds)).filter(({ start }) => start.time >= period.from);
