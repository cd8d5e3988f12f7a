import type { NewEvent } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import { numberOf } from '../pending-records/pending-record.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';

/**
 * An event that a review found, as a live one would be reported: none of a geofence that applies no longer or whose
 * calendar was off; none of fuel or driving below the thresholds of the vehicle.
 */
export function admitted(
  { fences, calendars, optionsOf }: Pick<ReferenceData, 'fences' | 'calendars' | 'optionsOf'>,
  device: DeviceEntity,
  event: NewEvent,
): readonly NewEvent[] {
  if (event.type === 'deviceFuelIncrease' || event.type === 'deviceFuelDrop')
    return isWorthTelling(event, optionsOf(device)) ? [event] : [];
  if (event.type === 'alarm') return isHard(event, optionsOf(device)) ? [event] : [];
  if (event.geofenceId === 0) return [event];
  const fence = fences.find(device, event.geofenceId);
  if (!fence || !calendars.isActive(fence.calendarId, event.eventTime)) return [];
  if (fence.anchorOf !== device.id) return [event];
  return [{ ...event, attributes: { ...event.attributes, isAnchor: true } }];
}

function isWorthTelling(
  { type, attributes }: NewEvent,
  { fuelIncreaseThreshold, fuelDropThreshold }: PipelineOptions,
): boolean {
  const litres = Math.abs((numberOf(attributes['after']) ?? 0) - (numberOf(attributes['before']) ?? 0));
  const threshold = type === 'deviceFuelIncrease' ? fuelIncreaseThreshold : fuelDropThreshold;
  return threshold > 0 && litres >= threshold;
}

function isHard(
  { attributes }: NewEvent,
  { hardAcceleration, hardBraking }: Pick<PipelineOptions, 'hardAcceleration' | 'hardBraking'>,
): boolean {
  const acceleration = numberOf(attributes['acceleration']) ?? 0;
  const measure = acceleration > 0 ? hardAcceleration : hardBraking;
  return measure !== null && Math.abs(acceleration) >= measure;
}
