import type { Map as MapLibre } from 'maplibre-gl';
import { PALETTES, type ColourScheme } from '../map-palette.ts';

const RATIO = 2;
const GREEN = /^(beach|forest|marina|park|peak|zoo|garden|bench)$/;
const BLUE = /^(aerodrome|train_station|bus_stop|bus_station|ferry_terminal)$/;
const DOTS: Readonly<Record<ColourScheme, readonly [green: string, blue: string, other: string]>> = {
  light: ['#3f8f5b', '#3a74b8', '#8a7f74'],
  dark: ['#63b084', '#74a7e0', '#9aa3ad'],
};

/** Draws the icons that streets name, and takes them away. */
export class StreetIcons {
  readonly #map: MapLibre;
  readonly #drawn = new Set<string>();

  constructor(map: MapLibre) {
    this.#map = map;
  }

  /** @param scheme Null = the style has icons of its own; what they lack is left out. */
  draw(id: string, scheme: ColourScheme | null): void {
    if (this.#map.hasImage(id)) return;
    if (scheme === null) this.#map.addImage(id, NOTHING);
    else drawStreetIcon(this.#map, id, scheme);
    this.#drawn.add(id);
  }
  clear(): void {
    for (const id of this.#drawn) if (this.#map.hasImage(id)) this.#map.removeImage(id);
    this.#drawn.clear();
  }
}

const NOTHING = { width: 1, height: 1, data: new Uint8Array(4) };

/**
 * Draws the icons that the style of the streets names, so that none are fetched: arrows of one-way streets, signs of
 * roads, and a dot in the color of its kind for every place.
 */
function drawStreetIcon(map: MapLibre, id: string, scheme: ColourScheme): void {
  const [width, height] = sizeOf(id);
  const canvas = new OffscreenCanvas(width * RATIO, height * RATIO);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.scale(RATIO, RATIO);
  if (id === 'arrow') arrow(pen, scheme);
  else if (isSign(id)) sign(pen, scheme, { width, height });
  else dot(pen, colourOf(id, scheme), scheme);
  map.addImage(id, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: RATIO });
}

const isSign = (id: string): boolean => id.endsWith('char');
const sizeOf = (id: string): readonly [number, number] =>
  isSign(id) ? [12 + 6 * Number(/(\d)char$/.exec(id)?.[1] ?? 3), 16] : id === 'arrow' ? [12, 12] : [10, 10];

function colourOf(id: string, scheme: ColourScheme): string {
  const [green, blue, other] = DOTS[scheme];
  if (id === 'townspot' || id === 'capital') return PALETTES[scheme].city;
  return GREEN.test(id) ? green : BLUE.test(id) ? blue : other;
}

/** Points up: the style turns it along the street. */
function arrow(pen: OffscreenCanvasRenderingContext2D, scheme: ColourScheme): void {
  pen.strokeStyle = scheme === 'light' ? '#8d949c' : '#8fa0b0';
  pen.lineWidth = 1.4;
  pen.lineCap = pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(6, 10.5);
  pen.lineTo(6, 1.5);
  pen.moveTo(3.2, 4.4);
  pen.lineTo(6, 1.5);
  pen.lineTo(8.8, 4.4);
  pen.stroke();
}

function sign(
  pen: OffscreenCanvasRenderingContext2D,
  scheme: ColourScheme,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  pen.fillStyle = PALETTES[scheme].countryHalo;
  pen.strokeStyle = PALETTES[scheme].country;
  pen.beginPath();
  pen.roundRect(0.5, 0.5, width - 1, height - 1, 3);
  pen.fill();
  pen.stroke();
}

function dot(pen: OffscreenCanvasRenderingContext2D, colour: string, scheme: ColourScheme): void {
  pen.fillStyle = colour;
  pen.strokeStyle = PALETTES[scheme].countryHalo;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(5, 5, 3.6, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
}
