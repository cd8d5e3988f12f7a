import {
  DEVICE_ATTRIBUTES,
  DEVICE_CATEGORIES,
  knots,
  parseFuelTable,
  type Attributes,
  type AttributeValue,
} from '@rastro/fleet';
import { harshThresholds, type TripSettings } from '@rastro/fleet/trips';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory, GroupEntity, ServerEntity } from '../directory/directory.ts';
import { numberOf } from '../pending-records/pending-record.ts';
import type { FuelGauge } from '../pending-records/fuel-gauge.ts';
import type { TripWindow } from './live-device.ts';
import { TRIP_ATTRIBUTES } from './trip-attributes.ts';
import type { PipelineOptions } from './options.ts';

type Change = (options: PipelineOptions, value: AttributeValue) => PipelineOptions | null;
type Filter = PipelineOptions['filter'];

interface Resolved {
  readonly server: ServerEntity;
  /** Version of the groups when this was computed. */
  readonly version: number;
  readonly options: PipelineOptions;
}

/**
 * The settings of a device: its own attributes, else those of its groups from the nearest up, else of the server (few
 * names), else the installation's. Cached until the device, a group or the server record changes.
 * @source docs/reference/tracking-api.md §2.20
 */
export class DeviceOptions {
  readonly #base: PipelineOptions;
  readonly #directory: Directory;
  readonly #visibility: Visibility;
  #version = 0;
  readonly #byCategory = new Map<string, PipelineOptions>();
  readonly #resolved = new WeakMap<DeviceEntity, Resolved>();

  constructor(base: PipelineOptions, directory: Directory, visibility: Visibility) {
    this.#base = base;
    this.#directory = directory;
    this.#visibility = visibility;
    directory.groups.watch(() => this.#version++);
  }

  of(device: DeviceEntity): PipelineOptions {
    const { server } = this.#directory;
    const known = this.#resolved.get(device);
    if (known?.server === server && known.version === this.#version) return known.options;
    const groups = [...this.#chainOf(device)];
    let options = changed(this.#ofCategory(device.category), server.attributes, OF_SERVER);
    for (const group of groups.toReversed()) options = changed(options, group.attributes, OF_DEVICE);
    options = changed(options, device.attributes, OF_DEVICE);
    this.#resolved.set(device, { server, version: this.#version, options });
    return options;
  }

  /** Vehicles of a category share their settings as long as nothing else is said of them. */
  #ofCategory(category: string | null): PipelineOptions {
    // Anybody may write another text.
    const name = DEVICE_CATEGORIES.find((each) => each === category) ?? 'default';
    const known = this.#byCategory.get(name);
    if (known) return known;
    const tripSettings = { ...this.#base.tripSettings, ...harshThresholds(name) };
    const options = { ...this.#base, tripSettings };
    this.#byCategory.set(name, options);
    return options;
  }

  /** Minimum durations that trip detection looks back over. */
  tripWindow(): TripWindow {
    let longestMs = this.#base.trip.minDurationMs;
    for (const device of this.#directory.devices.inOrder()) {
      longestMs = Math.max(longestMs, this.of(device).trip.minDurationMs);
    }
    const ofDevice = (deviceId: number): number => {
      const device = this.#directory.devices.get(deviceId);
      return (device ? this.of(device) : this.#base).trip.minDurationMs;
    };
    return { longestMs, ofDevice };
  }

  *#chainOf(device: DeviceEntity): Generator<GroupEntity> {
    for (const id of this.#visibility.groupChain(device.groupId)) {
      const group = this.#directory.groups.get(id);
      if (group) yield group;
    }
  }
}

function changed(
  options: PipelineOptions,
  attributes: Attributes,
  changes: ReadonlyMap<string, Change>,
): PipelineOptions {
  let result = options;
  for (const name of Object.keys(attributes)) {
    // A value that cannot be read counts as not given.
    const value = attributes[name] ?? null;
    result = changes.get(name)?.(result, value) ?? result;
  }
  const tripSettings = tripSettingsIn(attributes, result.tripSettings);
  const gauge = gaugeIn(attributes, result.gauge);
  return tripSettings === result.tripSettings && gauge === result.gauge
    ? result
    : { ...result, tripSettings, gauge };
}

/** Of two names of one setting the one that stands later in the table decides, however they are stored. */
function tripSettingsIn(attributes: Attributes, inherited: TripSettings): TripSettings {
  let settings = inherited;
  for (const [name, change] of TRIP_ATTRIBUTES) {
    const value = attributes[name];
    if (value !== undefined) settings = change(settings, value) ?? settings;
  }
  return settings;
}

/** Table and sensor belong together: they are of the nearest that has a table. */
function gaugeIn(attributes: Attributes, inherited: FuelGauge | null): FuelGauge | null {
  const text = attributes[DEVICE_ATTRIBUTES.fuelTable];
  if (typeof text !== 'string') return inherited;
  const table = parseFuelTable(text);
  if (!table.ok) return inherited;
  const sensor = attributes[DEVICE_ATTRIBUTES.fuelSensor];
  const isNamed = typeof sensor === 'string' && sensor.trim() !== '';
  return { table: table.value, sensor: isNamed ? sensor.trim() : 'fuel' };
}

const number =
  (change: (options: PipelineOptions, value: number) => PipelineOptions): Change =>
  (options, value) => {
    const read = numberOf(value);
    return read === null || read < 0 ? null : change(options, read);
  };
const filtering = (options: PipelineOptions, filter: Partial<Filter>): PipelineOptions => ({
  ...options,
  filter: { ...options.filter, ...filter },
});
const filterFlag =
  (name: 'invalid' | 'zero' | 'duplicate' | 'outdated' | 'approximate' | 'static'): Change =>
  (options, value) =>
    filtering(options, { [name]: value === true || value === 'true' });
/** 0 = off. */
const filterNumber = (
  name: Exclude<keyof Filter, Parameters<typeof filterFlag>[0] | 'skipAttributes'>,
  factor = 1,
): Change => number((options, value) => filtering(options, { [name]: value === 0 ? null : value * factor }));
const tokens = (value: AttributeValue): readonly string[] =>
  typeof value === 'string' ? value.split(/[\s,]+/).filter((token) => token !== '') : [];
const trip = (name: keyof PipelineOptions['trip'], factor: number): Change =>
  number((options, value) => ({ ...options, trip: { ...options.trip, [name]: value * factor } }));

/** Keys marked S: also on the server record. */
const OF_SERVER: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['speedLimit', number((options, value) => ({ ...options, speedLimit: knots(value) }))],
  ['fuelDropThreshold', number((options, fuelDropThreshold) => ({ ...options, fuelDropThreshold }))],
  [
    'fuelIncreaseThreshold',
    number((options, fuelIncreaseThreshold) => ({ ...options, fuelIncreaseThreshold })),
  ],
]);
const OF_DEVICE: ReadonlyMap<string, Change> = new Map<string, Change>([
  ...OF_SERVER,
  ['proximityEnterDistance', number((options, proximityEnterM) => ({ ...options, proximityEnterM }))],
  ['proximityExitDistance', number((options, proximityExitM) => ({ ...options, proximityExitM }))],
  ['unaccompaniedDistance', number((options, unaccompaniedM) => ({ ...options, unaccompaniedM }))],
  ['deviceInactivityStart', number((options, inactivityStartMs) => ({ ...options, inactivityStartMs }))],
  ['deviceInactivityPeriod', number((options, inactivityPeriodMs) => ({ ...options, inactivityPeriodMs }))],
  [
    'event.motion.speedThreshold',
    number((options, motionThresholdKn) => ({ ...options, motionThresholdKn })),
  ],
  ['report.trip.minDistance', trip('minDistanceM', 1)],
  ['report.trip.minDuration', trip('minDurationMs', 1000)],
  ['report.trip.stopGap', trip('stopGapMs', 1000)],
  ['filter.invalid', filterFlag('invalid')],
  ['filter.zero', filterFlag('zero')],
  ['filter.duplicate', filterFlag('duplicate')],
  ['filter.outdated', filterFlag('outdated')],
  ['filter.approximate', filterFlag('approximate')],
  ['filter.static', filterFlag('static')],
  ['filter.future', filterNumber('futureMs', 1000)],
  ['filter.past', filterNumber('pastMs', 1000)],
  ['filter.accuracy', filterNumber('accuracyM')],
  ['filter.distance', filterNumber('distanceM')],
  ['filter.maxSpeed', filterNumber('maxSpeedKn')],
  ['filter.minPeriod', filterNumber('minPeriodMs', 1000)],
  ['filter.dailyLimit', filterNumber('dailyLimit')],
  ['filter.dailyLimitInterval', filterNumber('dailyLimitIntervalMs', 1000)],
  ['filter.skipLimit', filterNumber('skipLimitMs', 1000)],
  ['filter.skipAttributes', (options, value) => filtering(options, { skipAttributes: tokens(value) })],
  [
    'time.override',
    (options, value) =>
      value === 'deviceTime' || value === 'serverTime' ? { ...options, timeOverride: value } : null,
  ],
  ['processing.copyAttributes', (options, value) => ({ ...options, copyAttributes: tokens(value) })],
]);

/** All names that devices and groups may carry for the pipeline. */
export const PIPELINE_ATTRIBUTES: readonly string[] = [...OF_DEVICE.keys()];
