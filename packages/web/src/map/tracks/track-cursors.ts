import { Marker, type Map as MapLibre } from 'maplibre-gl';
import { latitudeOf, longitudeOf } from '../../live/mercator.ts';
import styles from './track-cursor.module.css';

/** Where a vehicle is at the moment that is looked at; Web Mercator. */
export interface TrackCursor {
  readonly deviceId: number;
  readonly x: number;
  readonly y: number;
  /** Degrees; null = it stands. */
  readonly course: number | null;
  readonly isSilent: boolean;
  /** Of the vehicle. */
  readonly colour: string;
  /** What tells it from the others. */
  readonly badge: string;
}
interface Placed {
  readonly marker: Marker;
  readonly mark: HTMLElement;
  readonly tip: HTMLElement;
  readonly badge: HTMLElement;
}

/** A mark for each vehicle; moved many times a second. */
export class TrackCursors {
  readonly #map: MapLibre;
  readonly #placed = new Map<number, Placed>();

  constructor(map: MapLibre) {
    this.#map = map;
  }

  show(cursors: readonly TrackCursor[]): void {
    const shown = new Set(cursors.map(({ deviceId }) => deviceId));
    for (const [id, { marker }] of this.#placed)
      if (!shown.has(id)) {
        marker.remove();
        this.#placed.delete(id);
      }
    for (const cursor of cursors) this.#place(cursor);
  }

  #place({ deviceId, x, y, course, isSilent, colour, badge: text }: TrackCursor): void {
    const known = this.#placed.get(deviceId);
    const placed = known ?? makeMark();
    const { marker, mark, tip, badge } = placed;
    marker.setLngLat([longitudeOf(x), latitudeOf(y)]);
    if (known === undefined) {
      marker.addTo(this.#map);
      this.#placed.set(deviceId, placed);
    }
    mark.style.setProperty('--cursor', colour);
    mark.dataset['silent'] = String(isSilent);
    tip.hidden = course === null;
    if (course !== null) tip.style.setProperty('transform', `rotate(${course}deg)`);
    if (badge.textContent !== text) badge.textContent = text;
  }
}

function makeMark(): Placed {
  const [mark, tip, badge] = [document.createElement('div'), span('tip'), span('badge')];
  mark.className = styles['mark'] ?? '';
  mark.setAttribute('aria-hidden', 'true');
  mark.append(tip, badge);
  return { marker: new Marker({ element: mark, rotationAlignment: 'map' }), mark, tip, badge };
}

function span(name: 'tip' | 'badge'): HTMLElement {
  const made = document.createElement('span');
  made.className = styles[name] ?? '';
  return made;
}
