import type { Path } from './path.ts';
import type { Spot } from './plane.ts';
import type { Random } from './random.ts';

/** Place and course of a parked vehicle. */
export interface Stand {
  readonly spot: Spot;
  readonly course: number;
}
export interface TripWish {
  /** About how far along the streets, meters. */
  readonly lengthM: number;
  /** Maximum speed of the vehicle; null = as the street allows. */
  readonly maxKmh: number | null;
  readonly random: Random;
}

/** Streets of an area: vehicles park at them and drive along them, never through the blocks between. */
export interface Roads {
  /** The place at a street that is nearest to a spot. */
  standNear(spot: Spot): Stand;
  /** A trip to some place about so far away. */
  trip(from: Stand, wish: TripWish): Path | null;
  /** The shortest trip in time between two places. */
  between(from: Stand, to: Stand, wish: Omit<TripWish, 'lengthM'>): Path | null;
}
