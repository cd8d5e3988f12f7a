import { knots, slideWindow, stepOverspeed, stepTrip, type Knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { Fence } from '../../geofences/fence.ts';
import { accelerationBetween, isNowhere, numberOf } from '../../pending-records/pending-record.ts';
import { tripSample } from '../live-device.ts';
import { eventAt, NOTHING, type RuleContext, type RuleResult } from './rule.ts';

export function overspeed(p: StoredPosition, context: RuleContext): RuleResult {
  const { memory, options } = context;
  const { limit, geofenceId } = limitAt(p, context);
  const step = stepOverspeed(memory.overspeed, {
    time: p.fixTime,
    speed: p.speed,
    limit,
    geofenceId,
    multiplier: options.overspeedMultiplier,
    holdMs: options.overspeedHoldMs,
  });
  if (step.state === memory.overspeed) return NOTHING;
  const event = eventAt('deviceOverspeed', p, { speed: p.speed, speedLimit: limit });
  const events = step.over ? [{ ...event, geofenceId: step.state.geofenceId }] : [];
  return { events, memory: { overspeed: step.state } };
}

/** The limit of a geofence counts before the one the device reports, that one before the configured one. */
function limitAt(
  p: StoredPosition,
  { entity, options, around }: RuleContext,
): { readonly limit: Knots; readonly geofenceId: number } {
  const prefer = options.overspeedPreferLowest ? -1 : 1;
  let limiting: Fence | null = null;
  for (const id of p.geofenceIds ?? []) {
    const fence = around.fences.find(entity, id);
    if (!fence || fence.speedLimit <= 0) continue;
    if (limiting === null || prefer * (fence.speedLimit - limiting.speedLimit) > 0) limiting = fence;
  }
  if (limiting) return { limit: limiting.speedLimit, geofenceId: limiting.id };
  const own = numberOf(p.attributes['speedLimit']) ?? 0;
  return { limit: own > 0 ? knots(own) : options.speedLimit, geofenceId: 0 };
}

/** Hard acceleration and braking, worked out from two speeds. */
export function behaviour(p: StoredPosition, { last, options }: RuleContext): RuleResult {
  if (!last || p.fixTime <= last.fixTime) return NOTHING;
  const acceleration = accelerationBetween(last, p);
  const { hardAcceleration, hardBraking } = options;
  if (hardAcceleration !== null && acceleration >= hardAcceleration) {
    return { events: [eventAt('alarm', p, { alarm: 'hardAcceleration' })] };
  }
  if (hardBraking !== null && acceleration <= -hardBraking) {
    return { events: [eventAt('alarm', p, { alarm: 'hardBraking' })] };
  }
  return NOTHING;
}

/** Traccar's newer rule, where it is asked for. */
export function trip(p: StoredPosition, { device, memory, options }: RuleContext): RuleResult {
  if (isNowhere(p) || options.tripSettings.logic !== 'traccar') return NOTHING;
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
