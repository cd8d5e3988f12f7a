import type { LatLng } from '@rastro/fleet';
import type { PlaceAddress } from '@rastro/fleet/api';
import type { Answer } from '@rastro/tracking-client';
import type { Vehicle } from '../../../live/fleet.ts';
import { isPlace } from '../../../live/is-place.ts';
import { placeSquare } from '../../../live/place-square.ts';

/** By the squares of `placeSquare`; '' = unknown. */
export type PlaceNames = Map<number, string>;

export interface LearnPlacesDeps {
  /** Those of the list, in its order. */
  readonly ids: () => ArrayLike<number>;
  readonly read: (ids: readonly number[]) => Promise<readonly Vehicle[]>;
  readonly ask: (places: readonly LatLng[], signal: AbortSignal) => Promise<Answer<readonly PlaceAddress[]>>;
}

/** Beyond, the rest of the list stands where what is unknown stands. */
export const MAX_VEHICLES = 5000;
/** Vehicles that are read, and places that are asked for, at once. */
const SLICE = 200;
const AT_ONCE = 100;

/**
 * Learns the names of the places where the vehicles of a list are, as far as they are not known.
 * @returns Whether there was anything to learn.
 */
export async function learnPlaces(
  known: PlaceNames,
  { ids, read, ask }: LearnPlacesDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const unknown = new Map<number, LatLng>();
  const listed = Array.from(ids()).slice(0, MAX_VEHICLES);
  for (let from = 0; from < listed.length && !signal.aborted; from += SLICE) {
    for (const { position } of await read(listed.slice(from, from + SLICE))) {
      if (position === null || !isPlace(position) || (position.address ?? '') !== '') continue;
      const square = placeSquare(position);
      if (!known.has(square)) unknown.set(square, position);
    }
  }
  const wanted = [...unknown];
  for (let from = 0; from < wanted.length && !signal.aborted; from += AT_ONCE) {
    const slice = wanted.slice(from, from + AT_ONCE);
    const answer = await ask(
      slice.map(([, { latitude, longitude }]) => ({ latitude, longitude })),
      signal,
    );
    if (!answer.ok) return from > 0;
    // The town alone: how far away it is would come before its name.
    for (const [at, [square]] of slice.entries())
      known.set(square, answer.value[at]?.town ?? answer.value[at]?.address ?? '');
  }
  return wanted.length > 0;
}
