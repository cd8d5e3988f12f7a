import { FleetClusters } from './fleet-clusters.ts';
import { LabelChooser } from './label-chooser.ts';
import { MapFlag, type MapBounds, type MapLabel, type MapPatch, type MapView } from './map-feed.ts';
import { stacksOf } from './stacks.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** Share of the view added on every side, so that a small pan finds its vehicles already there. */
const MARGIN = 0.4;

type Parts = Pick<MapPatch, 'visible' | 'clusters' | 'labels' | 'stacks'>;

/** Makes the patches of the map layer from the table, the filter and the view. */
export class MapStream {
  readonly #table: VehicleTable;
  readonly #isMatch: (slot: number) => boolean;
  readonly #clock: () => number;
  readonly #clusters = new FleetClusters();
  readonly #chosen = new LabelChooser();
  #view: MapView | null = null;
  #isWatched = false;
  #sendsWhole = false;
  /** Visible, clustered or labeled vehicles may differ from the last patch. */
  #isStale = false;
  #isIndexStale = true;
  #hadClusters = false;
  #lastLabels = '';
  #lastStacks = '';
  #lastVisible = new Uint8Array(0);

  constructor(table: VehicleTable, isMatch: (slot: number) => boolean, clock: () => number) {
    this.#table = table;
    this.#isMatch = isMatch;
    this.#clock = clock;
  }

  setWatched(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.#sendsWhole = isWatched;
    this.#isStale = isWatched;
    this.#lastLabels = '';
    this.#lastStacks = '';
    this.#hadClusters = true;
  }
  /** Too many changes for a partial patch: the next patch covers every vehicle. */
  startAnew(): void {
    this.#sendsWhole = this.#isWatched;
    this.#isStale = true;
  }
  setView(view: MapView): void {
    this.#view = view;
    this.#isStale = true;
  }
  /** Vehicles came, went or moved. */
  markChanged(): void {
    // Circles follow with the next rebuild: asking the old index again would give the old answer.
    if (this.#view?.cluster !== true) this.#isStale = true;
    this.#isIndexStale = true;
  }
  /** Other vehicles match now. */
  markFiltered(): void {
    this.markChanged();
    this.#clusters.expire();
  }
  /** True when the map still needs a patch of every vehicle: the largest there is. */
  get isWholeDue(): boolean {
    return this.#isWatched && this.#sendsWhole;
  }
  /** True when the whole is due, or a cluster rebuild waits for its pause to end. */
  get isWaiting(): boolean {
    return this.isWholeDue || (this.#isWatched && this.#isIndexStale && this.#view?.cluster === true);
  }

  /**
   * Makes the next patch.
   * @param changed Slots to include.
   * @param mayBuild Whether there is time to group again; otherwise it is done with the next patch.
   */
  patch(changed: readonly number[], mayBuild: boolean): MapPatch | null {
    if (!this.#isWatched) return null;
    if (mayBuild) this.#rebuild();
    const whole = this.#sendsWhole;
    const slots = whole
      ? Int32Array.from({ length: this.#table.end }, (_, slot) => slot)
      : Int32Array.from(changed);
    const parts = this.#parts();
    if (slots.length === 0 && !whole && parts === null) return null;
    this.#sendsWhole = false;
    return {
      whole,
      capacity: this.#table.capacity,
      slots,
      ...this.#columns(slots, whole),
      visible: parts?.visible ?? null,
      clusters: parts?.clusters ?? null,
      labels: parts?.labels ?? null,
      stacks: parts?.stacks ?? null,
    };
  }

  #rebuild(): void {
    if (this.#view?.cluster !== true || !this.#isIndexStale) return;
    if (!this.#clusters.isDue(this.#clock())) return;
    this.#clusters.rebuild(this.#table, this.#isDrawable, this.#clock);
    this.#isIndexStale = false;
    this.#isStale = true;
  }

  #columns(slots: Int32Array, whole: boolean): Omit<MapPatch, 'whole' | 'capacity' | 'slots' | keyof Parts> {
    const table = this.#table;
    const count = slots.length;
    const ids = new Int32Array(count);
    const places = new Float64Array(count * 2);
    const courses = new Float32Array(count);
    const categories = new Uint8Array(count);
    const statuses = new Uint8Array(count);
    const flags = new Uint8Array(count);
    const colours = new Uint32Array(count * 2);
    for (let at = 0; at < count; at++) {
      const slot = slots[at] as number;
      ids[at] = table.ids[slot] as number;
      places[at * 2] = table.x[slot] as number;
      places[at * 2 + 1] = table.y[slot] as number;
      courses[at] = table.course[slot] as number;
      categories[at] = table.category[slot] as number;
      statuses[at] = table.status[slot] as number;
      flags[at] = table.drawnFlags(slot) | (!whole && table.hasMoved(slot) ? MapFlag.moved : 0);
      colours[at * 2] = table.body[slot] as number;
      colours[at * 2 + 1] = table.extra[slot] as number;
    }
    return { ids, places, courses, categories, statuses, flags, colours };
  }

  #parts(): Parts | null {
    if (!this.#isStale) return null;
    this.#isStale = false;
    const view = this.#view;
    const visible = new Uint8Array(this.#table.capacity);
    let clusters: MapPatch['clusters'] = null;
    if (view?.cluster === true) {
      const answer = this.#clusters.answer(widened(view.bounds), view.zoom);
      for (const slot of answer.lone) visible[slot] = this.#isDrawable(slot) ? 1 : 0;
      clusters = answer.clusters;
      this.#hadClusters = true;
    } else {
      for (let slot = 0; slot < this.#table.end; slot++) visible[slot] = this.#isDrawable(slot) ? 1 : 0;
      if (this.#hadClusters) clusters = [];
      this.#hadClusters = false;
    }
    const labels = this.#labels(view, visible);
    const stacks = this.#stacks(view, visible);
    const isSame = !this.#sendsWhole && isEqual(visible, this.#lastVisible);
    if (!isSame) this.#lastVisible = visible.slice();
    return isSame && clusters === null && labels === null && stacks === null
      ? null
      : { visible: isSame ? null : visible, clusters, labels, stacks };
  }

  readonly #isDrawable = (slot: number): boolean =>
    this.#isMatch(slot) && ((this.#table.flags[slot] ?? 0) & MapFlag.placed) !== 0;

  /** Null when the labels are those of the former answer. */
  #labels(view: MapView | null, visible: Uint8Array): readonly MapLabel[] | null {
    const labels = view === null ? [] : this.#chosen.labels(this.#table, visible, view, widened(view.bounds));
    const print = labels
      .map(({ slot, name, plate, accuracyM }) => `${slot}:${name}:${plate}:${accuracyM}`)
      .join('|');
    if (print === this.#lastLabels) return null;
    this.#lastLabels = print;
    return labels;
  }
  /** Null when they are those of the former answer. */
  #stacks(view: MapView | null, visible: Uint8Array): MapPatch['stacks'] {
    const around = view && { bounds: widened(view.bounds), zoom: view.zoom };
    const stacks = around === null ? [] : stacksOf(this.#table, visible, around);
    const print = stacks
      .map(({ longitude, latitude, count }) => `${longitude}:${latitude}:${count}`)
      .join('|');
    if (print === this.#lastStacks) return null;
    this.#lastStacks = print;
    return stacks;
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);

function widened({ west, south, east, north }: MapBounds): MapBounds {
  const dx = (east - west) * MARGIN;
  const dy = (north - south) * MARGIN;
  const isWorld = east - west + 2 * dx >= 360;
  return {
    west: isWorld ? -180 : west - dx,
    east: isWorld ? 180 : east + dx,
    south: Math.max(-85, south - dy),
    north: Math.min(85, north + dy),
  };
}
