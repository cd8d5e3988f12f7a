import {
  knots,
  slideWindow,
  stepOverspeed,
  stepTrip,
  type Attributes,
  type EventType,
  type Knots,
} from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { isNowhere, numberOf } from './draft.ts';
import { tripSample, type DeviceMemory, type LiveDevice } from './live-device.ts';
import type { PipelineOptions } from './options.ts';

export interface EventDraft {
  readonly type: EventType;
  readonly eventTime: number;
  readonly positionId: number;
  readonly attributes: Attributes;
}
export interface RuleContext {
  readonly device: LiveDevice;
  /** The newest position before this one. */
  readonly last: StoredPosition | null;
  readonly memory: DeviceMemory;
  /** Speed limit of device, its groups or the server; 0 = none. */
  readonly speedLimit: Knots;
  readonly options: PipelineOptions;
}
interface RuleResult {
  readonly events: readonly EventDraft[];
  readonly memory?: Partial<DeviceMemory>;
}
type EventRule = (position: StoredPosition, context: RuleContext) => RuleResult;

/** What a live position may mean, in the order in which events are raised; reference §6.2 step 19. */
export const EVENT_RULES: readonly EventRule[] = [overspeed, trip, alarm, ignition];

const NOTHING: RuleResult = { events: [] };

const eventAt = (type: EventType, p: StoredPosition, attributes: Attributes = {}): EventDraft => ({
  type,
  eventTime: p.deviceTime,
  positionId: p.id,
  attributes,
});

function overspeed(p: StoredPosition, { memory, speedLimit, options }: RuleContext): RuleResult {
  const own = numberOf(p.attributes['speedLimit']) ?? 0;
  const limit = own > 0 ? knots(own) : speedLimit;
  const sample = { time: p.fixTime, speed: p.speed, limit, holdMs: options.overspeedHoldMs };
  const step = stepOverspeed(memory.overspeed, sample);
  const events = step.over ? [eventAt('deviceOverspeed', p, { speed: p.speed, speedLimit: limit })] : [];
  return { events, memory: { overspeed: step.state } };
}

function trip(p: StoredPosition, { device, memory, options }: RuleContext): RuleResult {
  if (isNowhere(p)) return NOTHING;
  const sample = tripSample(p);
  const step = stepTrip(memory.trip, device.window, sample, options.trip);
  slideWindow(device.window, sample, options.trip.minDurationMs);
  return {
    events: step.events.map(({ type, time, positionId }) => ({
      type,
      eventTime: time,
      positionId,
      attributes: {},
    })),
    memory: { trip: step.state },
  };
}

const alarmsOf = (p: StoredPosition | null): readonly string[] => {
  const value = p?.attributes['alarm'];
  return typeof value === 'string' && value !== '' ? value.split(',') : [];
};

/** One event per alarm name that the last position did not carry already. */
function alarm(p: StoredPosition, { last }: RuleContext): RuleResult {
  const names = alarmsOf(p);
  if (names.length === 0) return NOTHING;
  const before = alarmsOf(last);
  const fresh = [...new Set(names)].filter((name) => !before.includes(name));
  return { events: fresh.map((name) => eventAt('alarm', p, { alarm: name })) };
}

function ignition(p: StoredPosition, { last }: RuleContext): RuleResult {
  const before = last?.attributes['ignition'];
  const now = p.attributes['ignition'];
  if (typeof before !== 'boolean' || typeof now !== 'boolean' || before === now) return NOTHING;
  return { events: [eventAt(now ? 'ignitionOn' : 'ignitionOff', p)] };
}
