import {
  LABEL_LIMIT,
  MapFlag,
  type LabelChoice,
  type MapBounds,
  type MapLabel,
  type MapView,
} from './map-feed.ts';
import { mercatorX, mercatorY } from './mercator.ts';
import type { VehicleTable } from './vehicle-table.ts';

const ONLINE = 0;
/** Ranks of what is on screen; beyond it the same ranks follow once more. */
const RANKS = 6;

/** Chooses which vehicles are labeled, when there are more than can be read. */
export class LabelChooser {
  /** By slot: 1 = it had a label. */
  #former = new Uint8Array(0);

  /**
   * The selected one first, then alarms, then those that had their label already (so that none flickers), then what
   * moves, then what is online.
   * @param around The view and a margin, so that a small pan finds its labels already there.
   */
  labels(table: VehicleTable, visible: Uint8Array, view: MapView, around: MapBounds): readonly MapLabel[] {
    const { labels: choice } = view;
    if (!choice.name && !choice.plate && !choice.status && !choice.precision) {
      this.#former = new Uint8Array(0);
      return [];
    }
    const isInView = within(view.bounds);
    const isAround = within(around);
    const selected = view.selectedId === null ? undefined : table.slotOf(view.selectedId);
    const byRank: number[][] = Array.from({ length: 2 * RANKS }, () => []);
    for (let slot = 0; slot < table.end; slot++) {
      if (visible[slot] !== 1) continue;
      const x = table.x[slot] as number;
      const y = table.y[slot] as number;
      if (!isAround(x, y)) continue;
      const rank = this.#rank(table, slot, selected) + (isInView(x, y) ? 0 : RANKS);
      const ranked = byRank[rank] as number[];
      if (ranked.length < LABEL_LIMIT) ranked.push(slot);
    }
    const slots = byRank.flat().slice(0, LABEL_LIMIT);
    this.#former = new Uint8Array(table.capacity);
    for (const slot of slots) this.#former[slot] = 1;
    // By slot: the same vehicles are the same answer, in whatever order they were chosen.
    return slots.sort((a, b) => a - b).map((slot) => labelOf(table, slot, choice));
  }

  #rank(table: VehicleTable, slot: number, selected: number | undefined): number {
    if (slot === selected) return 0;
    const flags = table.drawnFlags(slot);
    if ((flags & MapFlag.alarm) !== 0) return 1;
    if (this.#former[slot] === 1) return 2;
    if ((flags & MapFlag.moving) !== 0) return 3;
    return table.status[slot] === ONLINE ? 4 : 5;
  }
}

/** Whether a Mercator place is inside, in any copy of the world. */
function within({ west, south, east, north }: MapBounds): (x: number, y: number) => boolean {
  const [left, right] = [mercatorX(west), mercatorX(east)];
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  const isBetween = (x: number): boolean => x >= left && x <= right;
  return (x, y) => y >= top && y <= bottom && (isBetween(x) || isBetween(x + 1) || isBetween(x - 1));
}

/** A vehicle without a plate shows its name, so that plates alone leave none unnamed. */
function labelOf(table: VehicleTable, slot: number, choice: LabelChoice): MapLabel {
  const device = table.devices[slot];
  const written = device?.attributes['plate'] ?? device?.attributes['device.plate'];
  const plate = choice.plate && typeof written === 'string' ? written : '';
  const needsName = choice.name || (choice.plate && plate === '');
  const accuracy = table.positions[slot]?.accuracy ?? 0;
  return {
    slot,
    name: needsName ? (device?.name ?? '') : '',
    plate,
    accuracyM: choice.precision && accuracy > 0 ? accuracy : 0,
  };
}
