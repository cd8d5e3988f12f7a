import {
  formatArea,
  parseArea,
  type AttributeValue,
  type CircleArea,
  type Geofence,
  type Language,
} from '@rastro/fleet';
import { numberText, readNumber } from '../../i18n/number-text.ts';
import { isSpeedLimit, speedLimitText, withSpeedLimit } from '../../kernel/formats/speed-limit.ts';
import {
  checkCorridor,
  corridorValues,
  writeCorridor,
  type CorridorField,
  type CorridorProblem,
  type CorridorValues,
} from './fence-corridor.ts';
import { METRES_PER, RADIUS_SIGNS, type FenceWriting, type RadiusUnit } from './fence-length.ts';
import { fenceColor } from './fence-list.ts';

/** Values of the form; numbers as they are typed. */
export interface FenceValues extends CorridorValues {
  readonly name: string;
  readonly description: string;
  readonly color: string;
  /** In the user's unit; empty = no limit. */
  readonly speedLimit: string;
  readonly calendarId: number;
  readonly lockOnEnter: boolean;
  readonly lockOnExit: boolean;
  readonly area: string;
  /** Meters, of a circle; empty for other shapes. */
  readonly radius: string;
}
export type FenceField = 'name' | 'speedLimit' | 'radius' | 'area' | CorridorField;
/** Keys of the namespace `geofences`. */
export type FenceProblem =
  | 'nameRequired'
  | 'speedInvalid'
  | 'radiusInvalid'
  | 'areaRequired'
  | CorridorProblem;

/**
 * A fence before it is saved: an id of 0 means create.
 * @source docs/reference/requirements.md SPEC §5 "Saves choose update…"
 */
export function newFence(): Geofence {
  return { id: 0, attributes: {}, name: '', description: null, area: '', calendarId: 0 };
}

export function fenceValues(fence: Geofence, writing: FenceWriting): FenceValues {
  const { attributes } = fence;
  return {
    name: fence.name,
    description: fence.description ?? '',
    color: fenceColor(fence),
    speedLimit: speedLimitText(attributes, writing),
    calendarId: fence.calendarId,
    lockOnEnter: attributes['lockOnEnter'] === true,
    lockOnExit: attributes['lockOnExit'] === true,
    area: fence.area,
    radius: radiusText(fence.area, writing.language, writing.radiusIn),
    ...corridorValues(attributes, writing),
  };
}

/** A newly drawn area, and the radius that belongs to it. */
export const withArea = (
  values: FenceValues,
  area: string,
  language: Language,
  unit?: RadiusUnit,
): FenceValues => ({
  ...values,
  area,
  radius: radiusText(area, language, unit),
});

/** A typed radius reaches the area as soon as it is one. */
export function withRadius(
  values: FenceValues,
  radius: string,
  language: Language,
  unit: RadiusUnit = 'm',
): FenceValues {
  const circle = circleIn(values.area);
  const typed = readNumber(radius, language, RADIUS_SIGNS[unit]);
  const radiusM = typed === null ? null : typed * METRES_PER[unit];
  if (circle === null || radiusM === null || radiusM <= 0) return { ...values, radius };
  return { ...values, radius, area: formatArea({ ...circle, radiusM }) };
}

/** @source docs/reference/requirements.md SPEC §5 "Geofence: name required" */
export function checkFence(
  values: FenceValues,
  writing: FenceWriting,
): Partial<Record<FenceField, FenceProblem>> {
  const { name, speedLimit, radius, area } = values;
  const radiusM = readNumber(radius, writing.language, RADIUS_SIGNS[writing.radiusIn ?? 'm']);
  const isCircle = circleIn(area) !== null;
  return {
    ...(name.trim() === '' && { name: 'nameRequired' }),
    ...(!isSpeedLimit(speedLimit, writing) && { speedLimit: 'speedInvalid' }),
    ...(isCircle && (radiusM === null || radiusM <= 0) && { radius: 'radiusInvalid' }),
    ...(!parseArea(area).ok && { area: 'areaRequired' }),
    ...checkCorridor(values, writing),
  };
}

/**
 * The whole geofence as it is written: other attributes stay, and an untouched limit keeps its exact value.
 * @param values Must have passed `checkFence`.
 */
export function changedFence(fence: Geofence, values: FenceValues, writing: FenceWriting): Geofence {
  const before = fenceValues(fence, writing);
  const limited = withSpeedLimit(fence.attributes, values.speedLimit, writing);
  const attributes: Record<string, AttributeValue> = { ...limited };
  if (values.color !== before.color || fence.id <= 0) attributes['color'] = values.color;
  setFlag(attributes, 'lockOnEnter', values.lockOnEnter);
  setFlag(attributes, 'lockOnExit', values.lockOnExit);
  writeCorridor(attributes, values, writing);
  const description = values.description.trim();
  return {
    ...fence,
    attributes,
    name: values.name.trim(),
    description: description === '' ? null : description,
    area: values.area,
    calendarId: values.calendarId,
  };
}

function setFlag(attributes: Record<string, AttributeValue>, name: string, isSet: boolean): void {
  if (isSet) attributes[name] = true;
  else delete attributes[name];
}

function circleIn(area: string): CircleArea | null {
  const parsed = parseArea(area);
  return parsed.ok && parsed.value.kind === 'circle' ? parsed.value : null;
}

function radiusText(area: string, language: Language, unit: RadiusUnit = 'm'): string {
  const circle = circleIn(area);
  return circle === null ? '' : numberText(circle.radiusM / METRES_PER[unit], language, 1);
}
