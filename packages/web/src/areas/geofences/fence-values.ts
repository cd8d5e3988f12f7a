import {
  formatArea,
  knots,
  knotsFrom,
  parseArea,
  speedIn,
  type Attributes,
  type AttributeValue,
  type CircleArea,
  type Geofence,
  type SpeedUnit,
} from '@rastro/fleet';
import { fenceColor } from './fence-list.ts';

/** What the form holds; numbers as they are typed. */
export interface FenceValues {
  readonly name: string;
  readonly description: string;
  readonly color: string;
  /** In the person's unit; empty = no limit. */
  readonly speedLimit: string;
  readonly calendarId: number;
  readonly lockOnEnter: boolean;
  readonly lockOnExit: boolean;
  readonly area: string;
  /** Metres, of a circle; empty for other shapes. */
  readonly radius: string;
}
export type FenceField = 'name' | 'speedLimit' | 'radius' | 'area';
/** Keys of the namespace `geofences`. */
export type FenceProblem = 'nameRequired' | 'speedInvalid' | 'radiusInvalid' | 'areaRequired';

/** The same on the server (`geofenceBody`). */
export const MAX_LETTERS = 128;

/** A fence before it is saved: an id of 0 means create. @source SPEC §5 "Saves choose update…" */
export function newFence(): Geofence {
  return { id: 0, attributes: {}, name: '', description: null, area: '', calendarId: 0 };
}

export function fenceValues(fence: Geofence, unit: SpeedUnit): FenceValues {
  const { attributes } = fence;
  return {
    name: fence.name,
    description: fence.description ?? '',
    color: fenceColor(fence),
    speedLimit: speedText(attributes['speedLimit'], unit),
    calendarId: fence.calendarId,
    lockOnEnter: attributes['lockOnEnter'] === true,
    lockOnExit: attributes['lockOnExit'] === true,
    area: fence.area,
    radius: radiusText(fence.area),
  };
}

/** A newly drawn area, and the radius that belongs to it. */
export const withArea = (values: FenceValues, area: string): FenceValues => ({
  ...values,
  area,
  radius: radiusText(area),
});

/** A typed radius reaches the area as soon as it is one. */
export function withRadius(values: FenceValues, radius: string): FenceValues {
  const circle = circleIn(values.area);
  const radiusM = numberIn(radius);
  if (circle === null || radiusM === null || radiusM <= 0) return { ...values, radius };
  return { ...values, radius, area: formatArea({ ...circle, radiusM }) };
}

/** @source SPEC §5 "Geofence: name required" */
export function checkFence(values: FenceValues): Partial<Record<FenceField, FenceProblem>> {
  const { name, speedLimit, radius, area } = values;
  const speed = numberIn(speedLimit);
  const radiusM = numberIn(radius);
  const isCircle = circleIn(area) !== null;
  return {
    ...(name.trim() === '' && { name: 'nameRequired' }),
    ...(speedLimit.trim() !== '' && (speed === null || speed < 0) && { speedLimit: 'speedInvalid' }),
    ...(isCircle && (radiusM === null || radiusM <= 0) && { radius: 'radiusInvalid' }),
    ...(!parseArea(area).ok && { area: 'areaRequired' }),
  };
}

/**
 * The whole fence as it is written: other attributes stay, and a limit that nobody touched keeps its exact value.
 * @param values Must have passed `checkFence`.
 */
export function changedFence(fence: Geofence, values: FenceValues, unit: SpeedUnit): Geofence {
  const before = fenceValues(fence, unit);
  const attributes: Record<string, AttributeValue> = { ...fence.attributes };
  if (values.color !== before.color || fence.id <= 0) attributes['color'] = values.color;
  if (values.speedLimit !== before.speedLimit) {
    const limit = numberIn(values.speedLimit);
    if (limit === null || limit === 0) delete attributes['speedLimit'];
    else attributes['speedLimit'] = knotsFrom(limit, unit);
  }
  setFlag(attributes, 'lockOnEnter', values.lockOnEnter);
  setFlag(attributes, 'lockOnExit', values.lockOnExit);
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

function radiusText(area: string): string {
  const circle = circleIn(area);
  return circle === null ? '' : String(Number(circle.radiusM.toFixed(1)));
}

/** One decimal is what a sign at the road needs; 0 and what is no number mean no limit. */
function speedText(value: Attributes[string] | undefined, unit: SpeedUnit): string {
  const speed = typeof value === 'string' ? Number(value) : value;
  if (typeof speed !== 'number' || !Number.isFinite(speed) || speed <= 0) return '';
  return String(Number(speedIn(knots(speed), unit).toFixed(1)));
}

/** A decimal comma is a decimal point. */
function numberIn(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : null;
}
