/** Settings that detect trips, stops, fuel and episodes of a device. Device > group > installation. */
export interface TripSettings {
  /** Hysteresis: moving from this speed on, stationary below. */
  readonly startSpeedKmh: number;
  readonly stopSpeedKmh: number;
  /** Stationary time that ends a trip; shorter with the ignition off. */
  readonly minStopS: number;
  readonly ignitionOffStopS: number;
  readonly ignitionDebounceS: number;
  /** A place is as large as this, or as three times the accuracy of a record, up to 200 m. */
  readonly standRadiusM: number;
  /** Largest distance from its start that makes a trip; without speeds a larger one. */
  readonly minTripM: number;
  readonly minTripCoordsOnlyM: number;
  /** A longer gap ends a trip: ignition off or unknown, ignition on. */
  readonly silenceOffS: number;
  readonly silenceOnS: number;
  /** A hole in regular records: this many usual intervals, at least so long, crossed slower than this. 0 = off. */
  readonly holeFactor: number;
  readonly holeMinS: number;
  readonly holeSpeedKmh: number;
  /** A trip that begins so soon after the tracker woke begins where it woke. */
  readonly wakeS: number;
  readonly tripStart: 'movement' | 'ignition';
  /** Driving although the ignition is off: so fast and so far from where it stood. */
  readonly towSpeedKmh: number;
  readonly towM: number;
  /** A record is a spike when reaching it takes more than this, until so many in a row agree. */
  readonly spikeKmh: number;
  readonly spikeM: number;
  readonly spikeRun: number;
  readonly clockAheadS: number;
  readonly trackerFlags: 'off' | 'support' | 'lead';
  readonly logic: 'rastro' | 'traccar' | 'traccarOld';
  /** Of `traccar`. */
  readonly traccarMinDistanceM: number;
  readonly traccarMinDurationS: number;
  readonly traccarStopGapS: number;
  /** Of `traccarOld`. */
  readonly oldTripDistanceM: number;
  readonly oldTripS: number;
  readonly oldParkingS: number;
  readonly oldNoDataS: number;
  readonly oldUseIgnition: boolean;
  /** Shortest idling that is an episode of its own. */
  readonly idleMinS: number;
  /** Of the tank, liters; 0 = unknown. */
  readonly tankL: number;
  /** Smallest fill and drain; 0 = by the size of the tank. */
  readonly minFillL: number;
  readonly minDrainL: number;
  /** Fuel use where nothing measures it; 0 = unknown. */
  readonly litresPer100Km: number;
  readonly idleLitresPerHour: number;
  /**
   * Source of harsh driving: the tracker's alarms once it has sent one and its speed and course before; only one of
   * them; or neither.
   */
  readonly harshSource: 'auto' | 'tracker' | 'derived' | 'off';
  /** Thresholds of what is worked out from speed and course, means over a second; 0 = the vehicle has none. */
  readonly harshBrakingMs2: number;
  readonly harshAccelerationMs2: number;
  readonly harshCorneringMs2: number;
  /** Driving for longer, without a break as long as that one, is an episode of its own. 0 = off. */
  readonly maxDriveS: number;
  readonly minBreakS: number;
  /** Zone of the vehicle, in which these are: the night, minutes of the day; equal = none. */
  readonly zone: string;
  readonly nightFromMin: number;
  readonly nightToMin: number;
  /** Days and times of work (`readWorkHours`); empty = always. */
  readonly workHours: string;
}

export const DEFAULT_TRIP_SETTINGS: TripSettings = {
  startSpeedKmh: 8,
  stopSpeedKmh: 3,
  minStopS: 300,
  ignitionOffStopS: 60,
  ignitionDebounceS: 30,
  standRadiusM: 60,
  minTripM: 50,
  minTripCoordsOnlyM: 100,
  silenceOffS: 600,
  silenceOnS: 3600,
  holeFactor: 6,
  holeMinS: 90,
  holeSpeedKmh: 20,
  wakeS: 600,
  tripStart: 'movement',
  towSpeedKmh: 15,
  towM: 300,
  spikeKmh: 250,
  spikeM: 500,
  spikeRun: 3,
  clockAheadS: 300,
  trackerFlags: 'support',
  logic: 'rastro',
  traccarMinDistanceM: 200,
  traccarMinDurationS: 180,
  traccarStopGapS: 3600,
  oldTripDistanceM: 500,
  oldTripS: 300,
  oldParkingS: 300,
  oldNoDataS: 3600,
  oldUseIgnition: false,
  idleMinS: 60,
  tankL: 0,
  minFillL: 0,
  minDrainL: 0,
  litresPer100Km: 0,
  idleLitresPerHour: 1.5,
  harshSource: 'auto',
  harshBrakingMs2: 3,
  harshAccelerationMs2: 3,
  harshCorneringMs2: 3.4,
  maxDriveS: 19_800,
  minBreakS: 1800,
  zone: 'UTC',
  nightFromMin: 0,
  nightToMin: 300,
  workHours: '',
};

/** Increase with each change of the rules or of the state's format: older history is then derived again. */
const RULES = 7;

/** Settings of a fleet are nearly all alike: those that were asked for last, in the order of their fields, and their text. */
let lastAsked = { fields: '', text: '' };
/** Vehicles without settings of their own share one object. */
const texts = new WeakMap<TripSettings, string>();

/** Equal texts give equal history for equal records. */
export function settingsText(settings: TripSettings): string {
  const known = texts.get(settings);
  if (known !== undefined) return known;
  const fields = JSON.stringify(settings);
  if (lastAsked.fields !== fields) {
    const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
    lastAsked = { fields, text: JSON.stringify([RULES, ...sorted]) };
  }
  texts.set(settings, lastAsked.text);
  return lastAsked.text;
}
