import { Canvas, type Ink } from './canvas.ts';
import { encodePng } from './encode-png.ts';
import { lettering } from './lettering.ts';

/** Corners of a shape in a square of 100, x and y after each other. */
export type SignShape = readonly number[];
export interface Sign {
  readonly emblem: readonly SignShape[];
  /** Text next to the emblem; empty = the emblem alone, as an icon. */
  readonly text: string;
  readonly ground: Ink;
}

const WHITE: Ink = [255, 255, 255];
const ICON_PX = 512;
const HEIGHT_PX = 128;
const TEXT_PX = 52;
const MARGIN_PX = 28;

/** Draws a plain sign, white on a color: an icon, or an emblem with a name next to it. @returns PNG */
export function drawSign({ emblem, text, ground }: Sign): Uint8Array {
  if (text === '') {
    const icon = new Canvas(ICON_PX, ICON_PX, ground);
    icon.fillShapes(scaled(emblem, ICON_PX / 100), WHITE);
    return encodePng(icon);
  }
  const name = { x: HEIGHT_PX, y: (HEIGHT_PX + TEXT_PX * 0.7) / 2, sizePx: TEXT_PX };
  const { shapes, widthPx } = lettering(text, name);
  const sign = new Canvas(Math.ceil(HEIGHT_PX + widthPx + MARGIN_PX), HEIGHT_PX, ground);
  sign.fillShapes(scaled(emblem, HEIGHT_PX / 100), WHITE);
  sign.fillShapes(shapes, WHITE);
  return encodePng(sign);
}

const scaled = (shapes: readonly SignShape[], by: number): readonly SignShape[] =>
  shapes.map((shape) => shape.map((value) => value * by));
