import type { Overview } from '@rastro/fleet/overview';
import type { LabelChoice, MapPatch, MapView } from './map-feed.ts';
import { MapStream } from './map-stream.ts';
import { overviewTable } from './overview-table.ts';

/** Names are details, too. */
const NO_LABELS: LabelChoice = { name: false, plate: false, status: false, precision: false };

/** Fills the map while the details of the fleet are on their way: circles and vehicles as they will be, without names. */
export class OverviewStream {
  #stream: MapStream | null = null;
  #view: MapView | null = null;
  #isWatched = false;

  get isShown(): boolean {
    return this.#stream !== null;
  }
  get isWaiting(): boolean {
    return this.#view !== null && this.#stream?.isWaiting === true;
  }

  show(overview: Overview, { brand, clock }: { readonly brand: string; readonly clock: () => number }): void {
    this.#stream = new MapStream(overviewTable(overview, brand), () => true, clock);
    this.#stream.setWatched(this.#isWatched);
    if (this.#view !== null) this.#stream.setView(this.#view);
  }
  /** @returns Whether it was shown. */
  drop(): boolean {
    const wasShown = this.#stream !== null;
    this.#stream = null;
    return wasShown;
  }
  setWatched(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.#stream?.setWatched(isWatched);
  }
  setView(view: MapView): void {
    this.#view = { ...view, labels: NO_LABELS };
    this.#stream?.setView(this.#view);
  }
  /** Null before the view is known: grouping depends on it. */
  patch(): MapPatch | null {
    return this.#view === null || this.#stream === null ? null : this.#stream.patch([], true);
  }
}
