import { SPEED_CLASSES, TRACK_FLAGS } from '@rastro/fleet/tracks';
import type { Track } from '../areas/history/track.ts';
import { PALETTES, type ColourScheme } from '../map/map-palette.ts';
import { casingColour, speedColours, UNKNOWN_COLOUR } from '../map/tracks/track-colours.ts';
import { FIT_MAX_ZOOM } from '../map/tracks/track-fit.ts';
import { spreadOf, weightOf, type TrackSpread } from '../map/tracks/track-weight.ts';
import { freePart, type FreePart, type PictureLayout } from './picture-place.ts';

const TILE_PX = 512;
/** Of gaps, as in `map/tracks/track-shaders.ts`. */
const GAP = { widthPx: 2.5, dashPx: [4, 5], alpha: 0.75 };
/** Class of speed of a segment of which nothing is known. */
const GAP_KIND = 255;
/** A point nearer than this to the end of a line adds nothing to it, px. */
const UNSEEN_PX = 0.4;

/** From Web Mercator to pixels of the map. */
export interface PictureView {
  readonly pxPerUnit: number;
  readonly x: number;
  readonly y: number;
}
export type PictureContext = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'fillRect'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
  | 'setLineDash'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
>;

/** The view that the map will have: the whole track in the free part, as near as possible. */
export function viewOf({ west, north, east, south }: TrackSpread, free: FreePart): PictureView {
  const pxPerUnit = Math.min(
    (free.right - free.left) / (east - west),
    (free.bottom - free.top) / (south - north),
    TILE_PX * 2 ** FIT_MAX_ZOOM,
  );
  return {
    pxPerUnit,
    x: (free.left + free.right) / 2 - ((west + east) / 2) * pxPerUnit,
    y: (free.top + free.bottom) / 2 - ((north + south) / 2) * pxPerUnit,
  };
}

/** Draws a track by its speeds on bare ground, as the map will. */
export function drawTrack(
  context: PictureContext,
  track: Track,
  { layout, scheme }: { readonly layout: PictureLayout; readonly scheme: ColourScheme },
): void {
  const spread = spreadOf(track);
  const view = viewOf(spread, freePart(layout));
  const { halfPx, casingPx } = weightOf([spread], view.pxPerUnit);
  const colours = speedColours(scheme);
  const lines = { track, view, kinds: kindsOf(track) };
  context.fillStyle = PALETTES[scheme].land;
  context.fillRect(0, 0, layout.map.width, layout.map.height);
  context.lineJoin = 'round';
  if (casingPx > 0) {
    context.lineWidth = 2 * (halfPx + casingPx);
    context.strokeStyle = casingColour(scheme);
    stroke(context, { ...lines, isDrawn: (kind) => kind !== GAP_KIND });
  }
  context.lineWidth = 2 * halfPx;
  for (const [speedClass, colour] of colours.entries()) {
    context.strokeStyle = colour;
    stroke(context, { ...lines, isDrawn: (kind) => kind === speedClass });
  }
  context.lineWidth = GAP.widthPx;
  context.strokeStyle = UNKNOWN_COLOUR;
  context.globalAlpha = GAP.alpha;
  context.setLineDash(GAP.dashPx);
  stroke(context, { ...lines, isDrawn: (kind) => kind === GAP_KIND });
}

interface Strokes {
  readonly track: Track;
  readonly view: PictureView;
  readonly kinds: Uint8Array;
  readonly isDrawn: (kind: number) => boolean;
}

function stroke(context: PictureContext, { track, view, kinds, isDrawn }: Strokes): void {
  const isPart = (i: number): boolean => i < kinds.length && isDrawn(kinds[i] ?? GAP_KIND);
  context.beginPath();
  /** End of the line so far; NaN = the next segment begins another. */
  let [atX, atY] = [Number.NaN, Number.NaN];
  for (let i = 1; i < track.length; i++) {
    if (!isPart(i)) {
      atX = Number.NaN;
      continue;
    }
    if (Number.isNaN(atX)) {
      [atX, atY] = placeOf(track, i - 1, view);
      context.moveTo(atX, atY);
    }
    const [x, y] = placeOf(track, i, view);
    if (isPart(i + 1) && Math.abs(x - atX) < UNSEEN_PX && Math.abs(y - atY) < UNSEEN_PX) continue;
    context.lineTo(x, y);
    [atX, atY] = [x, y];
  }
  context.stroke();
}

const placeOf = ({ x, y }: Track, i: number, view: PictureView): [number, number] => [
  (x[i] ?? 0) * view.pxPerUnit + view.x,
  (y[i] ?? 0) * view.pxPerUnit + view.y,
];

/** Class of the speed of the segment to each point. */
function kindsOf({ length, speed, flags }: Track): Uint8Array {
  const kinds = new Uint8Array(length);
  for (let i = 1; i < length; i++) {
    const kmh = ((speed[i - 1] ?? 0) + (speed[i] ?? 0)) / 2;
    const speedClass = SPEED_CLASSES.findIndex((end) => kmh <= end);
    const known = speedClass === -1 ? SPEED_CLASSES.length : speedClass;
    kinds[i] = ((flags[i] ?? 0) & TRACK_FLAGS.gap) === 0 ? known : GAP_KIND;
  }
  return kinds;
}
