import type { LatLng, Position } from '@rastro/fleet';
import { isPlace } from '../../live/is-place.ts';

/** The oldest points go first when the trail grows past this. */
const TRAIL_LIMIT = 5_000;

/** The places of one vehicle in the order of travel: those known before, then those that came live. */
export class CollectedTrail {
  #places: LatLng[] = [];
  #lastFixAt = Number.NEGATIVE_INFINITY;

  get places(): readonly LatLng[] {
    return this.#places;
  }

  /** @param recent Positions of the vehicle known before, oldest first. */
  start(recent: readonly Position[]): void {
    this.#places = [];
    this.#lastFixAt = Number.NEGATIVE_INFINITY;
    for (const position of recent) this.add(position);
  }

  /** @returns True when the line grew. An older position, one without a place, or the same again is left out. */
  add(position: Position): boolean {
    if (!isPlace(position)) return false;
    const { fixTime, latitude, longitude } = position;
    const fixAt = Date.parse(fixTime);
    if (fixAt <= this.#lastFixAt) return false;
    this.#lastFixAt = fixAt;
    const last = this.#places.at(-1);
    if (last?.latitude === latitude && last.longitude === longitude) return false;
    this.#places.push({ latitude, longitude });
    if (this.#places.length > TRAIL_LIMIT) this.#places.shift();
    return true;
  }
}
