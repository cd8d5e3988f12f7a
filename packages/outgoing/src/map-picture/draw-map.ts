import { Canvas, type Ink, type Outline } from './canvas.ts';
import { lettering } from './lettering.ts';
import type { Shape, World } from './world.ts';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Pixels; a mail shows it at two thirds of that, so that it is sharp on dense screens. */
const WIDTH = 804;
const HEIGHT = 300;
/** Width of the map: closer in, the coast of the built-in world is a few straight lines. */
const SEEN_KM = 420;
const KM_PER_DEGREE = 111.32;
const FURTHEST_LATITUDE = 80;

const SEA: Ink = [198, 221, 238];
const LAND: Ink = [246, 244, 239];
const BORDER: Ink = [150, 142, 160];
const STATE: Ink = [190, 182, 196];
const TEXT: Ink = [70, 78, 92];
const DOT: Ink = [120, 128, 142];
const WHITE: Ink = [255, 255, 255];
const MARKER: Ink = [214, 57, 57];
const MARKER_PX = 22;
const FONT_PX = 18;
const MAX_TOWNS = 14;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Draws a place between coasts, borders, waters and towns: no streets, because the built-in map has none. */
export function drawMap(world: World, { latitude, longitude }: Place): Canvas {
  const canvas = new Canvas(WIDTH, HEIGHT, SEA);
  const middle = Math.min(FURTHEST_LATITUDE, Math.max(-FURTHEST_LATITUDE, latitude));
  const scaleY = (WIDTH / SEEN_KM) * KM_PER_DEGREE;
  const scaleX = scaleY * Math.cos((middle * Math.PI) / 180);
  const x = (east: number): number => WIDTH / 2 + around(east - longitude) * scaleX;
  const y = (north: number): number => HEIGHT / 2 - (north - middle) * scaleY;
  const reach = { x: WIDTH / 2 / scaleX, y: HEIGHT / 2 / scaleY };
  const near = (shapes: readonly Shape[]): readonly Outline[] =>
    shapes.flatMap((shape) => {
      // Shapes are whole on one side of the date line; the picture may be on the other.
      const turn = worldShiftOf(shape, longitude, reach.x);
      if (turn === null || shape.north < middle - reach.y || shape.south > middle + reach.y) return [];
      const outline: number[] = [];
      for (let i = 0; i < shape.points.length; i += 2)
        outline.push(
          WIDTH / 2 + ((shape.points[i] ?? 0) + turn - longitude) * scaleX,
          y(shape.points[i + 1] ?? 0),
        );
      return [outline];
    });
  canvas.fillShapes(near(world.land), LAND);
  canvas.fillShapes(near(world.lakes), SEA);
  canvas.stroke(near(world.rivers), 2, SEA);
  canvas.stroke(near(world.states), 1.5, STATE);
  canvas.stroke(near(world.borders), 2.2, BORDER);
  drawTowns(canvas, world, { x, y });
  const [atX, atY] = [WIDTH / 2, y(latitude)];
  canvas.disc(atX, atY, MARKER_PX, MARKER, 0.18);
  canvas.disc(atX, atY, 12, WHITE);
  canvas.disc(atX, atY, 8.5, MARKER);
  return canvas;
}

function drawTowns(
  canvas: Canvas,
  { towns }: World,
  { x, y }: { readonly x: (east: number) => number; readonly y: (north: number) => number },
): void {
  const mark = { x: WIDTH / 2, y: HEIGHT / 2 };
  const taken: Box[] = [
    {
      left: mark.x - MARKER_PX,
      right: mark.x + MARKER_PX,
      top: mark.y - MARKER_PX,
      bottom: mark.y + MARKER_PX,
    },
  ];
  let drawn = 0;
  for (const { name, longitude, latitude } of towns) {
    if (drawn === MAX_TOWNS) return;
    let [left, top] = [x(longitude), y(latitude)];
    // The name of the vehicle's own town is drawn next to the marker.
    const isUnder = Math.hypot(left - mark.x, top - mark.y) < MARKER_PX;
    if (isUnder) [left, top] = [mark.x + MARKER_PX - 4, mark.y];
    if (left < 6 || left > WIDTH - 6 || top < 12 || top > HEIGHT - 6) continue;
    const { widthPx } = lettering(name, { x: 0, y: 0, sizePx: FONT_PX });
    const isRight = left + 9 + widthPx < WIDTH - 4;
    const from = isRight ? left + 9 : left - 9 - widthPx;
    const box = { left: from - 4, right: from + widthPx + 4, top: top - 13, bottom: top + 11 };
    const dot = isUnder ? box : { left: left - 5, right: left + 5, top: top - 5, bottom: top + 5 };
    if (from < 4 || taken.some((other) => touches(box, other) || touches(dot, other))) continue;
    const { shapes } = lettering(name, { x: from, y: top + 6, sizePx: FONT_PX });
    canvas.stroke(shapes.map(closed), 4, WHITE, 0.85);
    canvas.fillShapes(shapes, TEXT);
    if (!isUnder) {
      canvas.disc(left, top, 4.5, WHITE);
      canvas.disc(left, top, 3, DOT);
    }
    taken.push(box, dot);
    drawn++;
  }
}

const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const closed = (shape: Outline): Outline => [...shape, shape[0] ?? 0, shape[1] ?? 0];

/** -180 to 180. */
const around = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** By how much a shape is moved round the world to lie in the picture; null = it lies outside. */
function worldShiftOf({ west, east }: Shape, longitude: number, reach: number): number | null {
  for (const turn of [0, 360, -360])
    if (west + turn <= longitude + reach && east + turn >= longitude - reach) return turn;
  return null;
}
