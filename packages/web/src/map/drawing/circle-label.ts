import type { CircleArea } from '@rastro/fleet';
import type { Position } from 'geojson';
import { Marker, type Map as MapLibre } from 'maplibre-gl';

const GAP_PX = 14;

/** The center of a circle that the user edits, and its radius next to the handle. */
export class CircleLabel {
  readonly #centre: Marker;
  readonly #radius: Marker;
  readonly #text = document.createElement('span');
  readonly #map: MapLibre;

  constructor(map: MapLibre, color: string) {
    this.#map = map;
    const dot = document.createElement('span');
    Object.assign(dot.style, {
      width: '10px',
      height: '10px',
      borderRadius: '50%',
      border: '2px solid #ffffff',
      background: color,
      pointerEvents: 'none',
    });
    Object.assign(this.#text.style, {
      padding: '2px 7px',
      borderRadius: '6px',
      background: '#16202c',
      color: '#ffffff',
      font: '600 13px Inter Variable, sans-serif',
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
    });
    this.#centre = new Marker({ element: dot });
    this.#radius = new Marker({ element: this.#text, anchor: 'left', offset: [GAP_PX, 0] });
    for (const marker of [this.#centre, this.#radius])
      marker.getElement().setAttribute('aria-hidden', 'true');
  }

  show({ centre }: CircleArea, [longitude = 0, latitude = 0]: Position, text: string): void {
    this.#text.textContent = text;
    this.#centre.setLngLat([centre.longitude, centre.latitude]).addTo(this.#map);
    this.#radius.setLngLat([longitude, latitude]).addTo(this.#map);
  }

  remove(): void {
    this.#centre.remove();
    this.#radius.remove();
  }
}
