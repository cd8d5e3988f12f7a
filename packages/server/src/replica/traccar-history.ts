import { EVENT_TYPES, knots, type Attributes, type EventType, type Network } from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { UnreadableAnswerError } from './unreadable-answer.ts';

/**
 * Reads a position as a Traccar sends it. `attributes` stay as they are: that server has made them.
 * @throws UnreadableAnswerError when it is none, or one of another device: a wrong position would make wrong totals.
 * @source docs/reference/tracking-api.md §2.7
 */
export function positionOf(json: unknown, deviceId: number): StoredPosition {
  const p: Readonly<Record<string, unknown>> = Object(json);
  if (p['deviceId'] !== deviceId) throw new UnreadableAnswerError('a position of another device');
  const id = numberIn(p, 'id');
  const fixTime = timeIn(p, 'fixTime');
  return {
    id,
    deviceId,
    protocol: typeof p['protocol'] === 'string' ? p['protocol'] : '',
    serverTime: p['serverTime'] == null ? fixTime : timeIn(p, 'serverTime'),
    deviceTime: p['deviceTime'] == null ? fixTime : timeIn(p, 'deviceTime'),
    fixTime,
    valid: p['valid'] === true,
    latitude: boundedIn(p, 'latitude', 90),
    longitude: boundedIn(p, 'longitude', 180),
    altitude: numberIn(p, 'altitude'),
    speed: knots(numberIn(p, 'speed')),
    course: numberIn(p, 'course'),
    accuracy: p['accuracy'] == null ? 0 : numberIn(p, 'accuracy'),
    address: typeof p['address'] === 'string' ? p['address'] : null,
    network: isNetwork(p['network']) ? p['network'] : null,
    geofenceIds: idsIn(p['geofenceIds']),
    attributes: attributesIn(p),
    // Unique there; records of the same moment stay in the order in which they arrived.
    contentKey: id,
  };
}

/**
 * Reads an event likewise; null = of a kind that a newer version has invented.
 * @source docs/reference/tracking-api.md §2.12
 */
export function eventOf(json: unknown, deviceId: number): StoredEvent | null {
  const e: Readonly<Record<string, unknown>> = Object(json);
  if (e['deviceId'] !== deviceId) throw new UnreadableAnswerError('an event of another device');
  if (!isEventType(e['type'])) return null;
  return {
    id: numberIn(e, 'id'),
    deviceId,
    type: e['type'],
    eventTime: timeIn(e, 'eventTime'),
    positionId: optionalId(e['positionId']),
    geofenceId: optionalId(e['geofenceId']),
    maintenanceId: optionalId(e['maintenanceId']),
    attributes: attributesIn(e),
  };
}

type Json = Readonly<Record<string, unknown>>;

const isEventType = (value: unknown): value is EventType => EVENT_TYPES.some((type) => type === value);
const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNetwork = (value: unknown): value is Network => typeof value === 'object' && value !== null;

function numberIn(json: Json, name: string): number {
  const value = json[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new UnreadableAnswerError(`${name} is no number`);
}
function boundedIn(json: Json, name: string, limit: number): number {
  const value = numberIn(json, name);
  if (Math.abs(value) <= limit) return value;
  throw new UnreadableAnswerError(`${name} is beyond ${limit}`);
}
function timeIn(json: Json, name: string): number {
  const value = json[name];
  const time = typeof value === 'string' ? timeOf(value) : NaN;
  if (Number.isFinite(time)) return time;
  throw new UnreadableAnswerError(`${name} is no time`);
}
/** Places of digits in `2026-11-27T01:15:08.389+00:00`, as a Traccar writes times. */
const LAYOUT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/;

/** Milliseconds since 1970. Three of these are in every position: general parsing takes a third of the whole work. */
function timeOf(text: string): number {
  if (!LAYOUT.test(text)) return Date.parse(text);
  const at = (place: number): number => text.charCodeAt(place) - 48;
  const two = (place: number): number => at(place) * 10 + at(place + 1);
  const year = two(0) * 100 + two(2);
  const ms = at(20) * 100 + two(21);
  return Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), ms);
}

const optionalId = (value: unknown): number => (typeof value === 'number' ? value : 0);
const idsIn = (value: unknown): readonly number[] | null =>
  Array.isArray(value) && value.length > 0
    ? value.filter((id): id is number => typeof id === 'number')
    : null;

function attributesIn({ attributes }: Json): Attributes {
  if (attributes == null) return {};
  if (isAttributes(attributes)) return attributes;
  throw new UnreadableAnswerError('attributes are none');
}
