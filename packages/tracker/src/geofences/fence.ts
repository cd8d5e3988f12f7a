import {
  anchoredDevice,
  boxesOf,
  containsPoint,
  crossesSegment,
  DEFAULT_LINE_DISTANCE_M,
  isSet,
  knots,
  parseArea,
  type Attributes,
  type Box,
  type GeofenceArea,
  type Knots,
  type LatLng,
} from '@rastro/fleet';
import { corridorOf, type Corridor } from '@rastro/fleet/corridor';
import type { GeofenceBody } from '@rastro/fleet/schemas';
import { numberOf } from '../pending-records/pending-record.ts';

/** A geofence made ready for positions. */
export interface Fence {
  readonly id: number;
  readonly area: GeofenceArea;
  readonly boxes: readonly Box[];
  /** Half-width of a line. */
  readonly lineDistanceM: number;
  /** Metres; 0 = no bound. */
  readonly floorM: number;
  readonly ceilingM: number;
  /** 0 = none of its own. */
  readonly speedLimit: Knots;
  /** Enter is raised after that long inside; 0 = at once. */
  readonly dwellMs: number;
  /** 0 = entering and leaving always count. */
  readonly calendarId: number;
  readonly name: string;
  /** Stop the engine of vehicles that enter or leave. @source docs/reference/requirements.md SPEC §3 "Geofence" */
  readonly lockOnEnter: boolean;
  readonly lockOnExit: boolean;
  /** Device that the fence anchors; null = it is no anchor. */
  readonly anchorOf: number | null;
  /** Line that vehicles are to follow; null = it is none. */
  readonly corridor: Corridor | null;
}
/** Where something is, with its height above the sea. */
export interface Place extends LatLng {
  readonly altitude: number;
}

const fences = new WeakMap<GeofenceBody, Fence | null>();

/** One for each version of a geofence, however many owners link it; null = its area cannot be read. */
export function fenceOf(geofence: GeofenceBody): Fence | null {
  let fence = fences.get(geofence);
  if (fence === undefined) fences.set(geofence, (fence = makeFence(geofence)));
  return fence;
}

/** @source docs/reference/tracking-api.md §7.2 */
export function isInside(fence: Fence, place: Place): boolean {
  if (fence.floorM !== 0 && place.altitude < fence.floorM) return false;
  if (fence.ceilingM !== 0 && place.altitude > fence.ceilingM) return false;
  return containsPoint(fence.area, place, fence.lineDistanceM);
}
/** Neither end is inside, and the straight way between them meets the fence. */
export function isCrossed(fence: Fence, from: Place, to: Place): boolean {
  return !isInside(fence, from) && !isInside(fence, to) && crossesSegment(fence.area, from, to);
}

function makeFence({ id, name, area, attributes, calendarId }: GeofenceBody): Fence | null {
  const parsed = parseArea(area);
  // Areas are checked when they are written; one that came another way must not harm the others.
  if (!parsed.ok) return null;
  const positive = (name: string): number => Math.max(0, numberOf(attributes[name]) ?? 0);
  const lineDistanceM = positive('polylineDistance') || DEFAULT_LINE_DISTANCE_M;
  return {
    id,
    area: parsed.value,
    boxes: boxesOf(parsed.value, lineDistanceM),
    lineDistanceM,
    floorM: numberOf(attributes['floor']) ?? 0,
    ceilingM: numberOf(attributes['ceiling']) ?? 0,
    speedLimit: knots(positive('speedLimit')),
    dwellMs: positive('dwellSeconds') * 1000,
    calendarId,
    name,
    lockOnEnter: isSet(attributes, 'lockOnEnter'),
    lockOnExit: isSet(attributes, 'lockOnExit'),
    anchorOf: anchoredDevice({ attributes }),
    corridor: corridorIn(parsed.value, attributes, lineDistanceM),
  };
}

function corridorIn(area: GeofenceArea, attributes: Attributes, widthM: number): Corridor | null {
  if (area.kind !== 'line' || !isSet(attributes, 'corridor')) return null;
  const positive = (name: string): number | undefined => {
    const value = numberOf(attributes[name]);
    return value !== null && value > 0 ? value : undefined;
  };
  const seconds = positive('corridorSeconds');
  return corridorOf(area.points, widthM, {
    outerM: positive('corridorOuter'),
    outsideMs: seconds === undefined ? undefined : seconds * 1000,
  });
}
