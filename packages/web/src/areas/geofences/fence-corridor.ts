import type { Attributes, AttributeValue } from '@rastro/fleet';
import { numberText, readNumber } from '../../i18n/number-text.ts';
import { METRES_PER, RADIUS_SIGNS, type FenceWriting } from './fence-length.ts';
import { shapeOf } from './shape-kind.ts';

/** Width of a line, and whether vehicles are to follow it; numbers as they are typed. */
export interface CorridorValues {
  /** On either side, in the user's unit; empty = as the server chooses. */
  readonly width: string;
  readonly corridor: boolean;
  /** On either side, in the user's unit; empty = as the server chooses. */
  readonly corridorOuter: string;
  /** Empty = as the server chooses. */
  readonly corridorSeconds: string;
}
export type CorridorField = 'width' | 'corridorOuter' | 'corridorSeconds';
export type CorridorProblem = 'widthInvalid' | 'outerInvalid' | 'secondsInvalid';

/** Meters on either side in which a vehicle is on its way, unless another width is typed: places are not exact. */
const USUAL_WIDTH_M = 100;
const MAX_SECONDS = 3600;
const WIDTH = 'polylineDistance';
export function corridorValues(
  attributes: Attributes,
  { language, radiusIn = 'm' }: FenceWriting,
): CorridorValues {
  const text = (name: string, per = 1): string => {
    const value = attributes[name];
    return typeof value === 'number' && value > 0 ? numberText(value / per, language, 1) : '';
  };
  return {
    width: text(WIDTH, METRES_PER[radiusIn]),
    corridor: attributes['corridor'] === true,
    corridorOuter: text('corridorOuter', METRES_PER[radiusIn]),
    corridorSeconds: text('corridorSeconds'),
  };
}

/** A line that vehicles are to follow is wide enough for inexact places, unless somebody has chosen a width. */
export function withUsualWidth(
  values: CorridorValues,
  corridor: boolean,
  { language, radiusIn = 'm' }: FenceWriting,
): Partial<CorridorValues> {
  if (!corridor || values.width.trim() !== '') return { corridor };
  return { corridor, width: numberText(Math.round(USUAL_WIDTH_M / METRES_PER[radiusIn]), language, 0) };
}

export function checkCorridor(
  values: CorridorValues & { readonly area: string },
  writing: FenceWriting,
): Partial<Record<CorridorField, CorridorProblem>> {
  if (shapeOf(values.area) !== 'line') return {};
  const widthM = readLengthM(values.width, writing);
  const outerM = readLengthM(values.corridorOuter, writing);
  const seconds = readNumber(values.corridorSeconds, writing.language, ['s']);
  const isBlank = (text: string): boolean => text.trim() === '';
  const isWidthWrong = !isBlank(values.width) && (widthM === null || widthM <= 0);
  const isOuterWrong =
    values.corridor &&
    !isBlank(values.corridorOuter) &&
    (outerM === null || outerM < (widthM ?? 0) || outerM <= 0);
  const isSecondsWrong =
    values.corridor &&
    !isBlank(values.corridorSeconds) &&
    (seconds === null || seconds <= 0 || seconds > MAX_SECONDS);
  return {
    ...(isWidthWrong && { width: 'widthInvalid' }),
    ...(isOuterWrong && { corridorOuter: 'outerInvalid' }),
    ...(isSecondsWrong && { corridorSeconds: 'secondsInvalid' }),
  };
}

/**
 * Writes what was changed into the attributes of a geofence; the rest keeps its exact value.
 * @param values Must have passed `checkCorridor`.
 */
export function writeCorridor(
  attributes: Record<string, AttributeValue>,
  values: CorridorValues & { readonly area: string },
  writing: FenceWriting,
): void {
  if (shapeOf(values.area) !== 'line') return;
  const before = corridorValues(attributes, writing);
  if (values.width !== before.width) setNumber(attributes, WIDTH, readLengthM(values.width, writing));
  if (values.corridorOuter !== before.corridorOuter)
    setNumber(attributes, 'corridorOuter', readLengthM(values.corridorOuter, writing));
  if (values.corridorSeconds !== before.corridorSeconds)
    setNumber(attributes, 'corridorSeconds', readNumber(values.corridorSeconds, writing.language, ['s']));
  if (values.corridor) attributes['corridor'] = true;
  else delete attributes['corridor'];
}

function readLengthM(text: string, { language, radiusIn = 'm' }: FenceWriting): number | null {
  const typed = readNumber(text, language, RADIUS_SIGNS[radiusIn]);
  return typed === null ? null : typed * METRES_PER[radiusIn];
}

function setNumber(attributes: Record<string, AttributeValue>, name: string, value: number | null): void {
  if (value === null) delete attributes[name];
  else attributes[name] = value;
}
