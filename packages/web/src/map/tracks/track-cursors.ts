import { Marker, type Map as MapLibre } from 'maplibre-gl';
import { latitudeOf, longitudeOf } from '../../live/mercator.ts';
import styles from './track-cursor.module.css';

/** Location of a vehicle at the moment of the clock; Web Mercator. */
export interface TrackCursor {
  readonly deviceId: number;
  readonly x: number;
  readonly y: number;
  /** Degrees; null = it stands. */
  readonly course: number | null;
  readonly isInGap: boolean;
  /** Of the vehicle. */
  readonly colour: string;
  /** Label that distinguishes it from the others. */
  readonly badge: string;
}
interface Placed {
  readonly marker: Marker;
  readonly element: HTMLElement;
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
    const present = new Set(cursors.map(({ deviceId }) => deviceId));
    for (const [id, { marker }] of this.#placed)
      if (!present.has(id)) {
        marker.remove();
        this.#placed.delete(id);
      }
    for (const cursor of cursors) this.#place(cursor);
  }

  #place({ deviceId, x, y, course, isInGap, colour, badge: text }: TrackCursor): void {
    const known = this.#placed.get(deviceId);
    const placed = known ?? createCursor();
    const { marker, element, tip, badge } = placed;
    marker.setLngLat([longitudeOf(x), latitudeOf(y)]);
    if (known === undefined) {
      marker.addTo(this.#map);
      this.#placed.set(deviceId, placed);
    }
    element.style.setProperty('--cursor', colour);
    element.dataset['gap'] = String(isInGap);
    tip.hidden = course === null;
    if (course !== null) tip.style.setProperty('transform', `rotate(${course}deg)`);
    if (badge.textContent !== text) badge.textContent = text;
  }
}

function createCursor(): Placed {
  const [element, tip, badge] = [document.createElement('div'), span('tip'), span('badge')];
  element.className = styles['mark'] ?? '';
  element.setAttribute('aria-hidden', 'true');
  element.append(tip, badge);
  return { marker: new Marker({ element, rotationAlignment: 'map' }), element, tip, badge };
}

function span(name: 'tip' | 'badge'): HTMLElement {
  const made = document.createElement('span');
  made.className = styles[name] ?? '';
  return made;
}
