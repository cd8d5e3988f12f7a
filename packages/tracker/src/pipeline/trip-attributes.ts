import { DEVICE_ATTRIBUTES, isTimeZone, ZONE_ATTRIBUTE, type AttributeValue } from '@rastro/fleet';
import { readWorkHours, type TripSettings } from '@rastro/fleet/trips';
import { numberOf } from '../pending-records/pending-record.ts';

type Numeric = { [K in keyof TripSettings]: TripSettings[K] extends number ? K : never }[keyof TripSettings];
export type SettingChange = (settings: TripSettings, value: AttributeValue) => TripSettings | null;

const number =
  (name: Numeric): SettingChange =>
  (settings, value) => {
    const read = numberOf(value);
    return read === null || read < 0 ? null : { ...settings, [name]: read };
  };
const choice =
  <K extends keyof TripSettings>(name: K, values: readonly TripSettings[K][]): SettingChange =>
  (settings, value) => {
    const chosen = values.find((each) => each === value);
    return chosen === undefined ? null : { ...settings, [name]: chosen };
  };

const zone: SettingChange = (settings, value) =>
  typeof value === 'string' && isTimeZone(value) ? { ...settings, zone: value } : null;
/** Hours that cannot be read change nothing. */
const hours: SettingChange = (settings, value) =>
  typeof value === 'string' && (value === '' || readWorkHours(value) !== null)
    ? { ...settings, workHours: value }
    : null;

/**
 * Attributes of devices, groups and the server record about trips, stops and fuel. Speeds in km/h, distances in meters,
 * times in seconds, volumes in liters.
 */
export const TRIP_ATTRIBUTES: ReadonlyMap<string, SettingChange> = new Map<string, SettingChange>([
  ['trip.logic', choice('logic', ['rastro', 'traccar', 'traccarOld'])],
  ['trip.start', choice('tripStart', ['movement', 'ignition'])],
  ['trip.trackerFlags', choice('trackerFlags', ['off', 'support', 'lead'])],
  ['trip.startSpeed', number('startSpeedKmh')],
  ['trip.stopSpeed', number('stopSpeedKmh')],
  ['trip.minStop', number('minStopS')],
  ['trip.minStopIgnitionOff', number('ignitionOffStopS')],
  ['trip.standRadius', number('standRadiusM')],
  ['trip.minDistance', number('minTripM')],
  ['trip.silence', number('silenceOffS')],
  ['trip.silenceIgnitionOn', number('silenceOnS')],
  ['trip.holeFactor', number('holeFactor')],
  ['time.ahead', number('clockAheadS')],
  ['fuelCapacity', number('tankL')],
  ['fuel.minFill', number('minFillL')],
  ['fuel.minDrain', number('minDrainL')],
  // Stored by the form of a device; the setting of derived history overrides it.
  [DEVICE_ATTRIBUTES.litresPer100Km, number('litresPer100Km')],
  ['fuel.litresPer100Km', number('litresPer100Km')],
  ['fuel.idleLitresPerHour', number('idleLitresPerHour')],
  ['report.trip.minDistance', number('traccarMinDistanceM')],
  ['report.trip.minDuration', number('traccarMinDurationS')],
  ['report.trip.stopGap', number('traccarStopGapS')],
  ['harsh.source', choice('harshSource', ['auto', 'tracker', 'derived', 'off'])],
  ['harsh.braking', number('harshBrakingMs2')],
  ['harsh.acceleration', number('harshAccelerationMs2')],
  ['harsh.cornering', number('harshCorneringMs2')],
  ['drive.maxWithoutBreak', number('maxDriveS')],
  ['drive.minBreak', number('minBreakS')],
  ['night.from', number('nightFromMin')],
  ['night.to', number('nightToMin')],
  ['work.hours', hours],
  [ZONE_ATTRIBUTE, zone],
]);
