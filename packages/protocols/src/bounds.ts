/** Lowest and highest value that a unit can have in a vehicle, its cargo or its surroundings. */
type Bounds = readonly [least: number, most: number];

const PERCENT: Bounds = [0, 100];
/** Engines report load and pedal above their nominal full. */
const LOAD: Bounds = [0, 150];
/** Traction batteries have 1000, CCC records of meitrack send raw steps; some units measure a reversed supply. */
const VOLTS: Bounds = [-10_000, 10_000];
/** From absolute zero to an exhaust. */
const CELSIUS: Bounds = [-273.15, 2000];
const LITRES: Bounds = [0, 100_000];
const LITRES_EVER: Bounds = [0, 100_000_000];
const LITRES_PER_HOUR: Bounds = [0, 100_000];
/** Ten million kilometers. */
const METRES: Bounds = [0, 1e10];
/** Between two records: half round the Earth. */
const METRES_STEP: Bounds = [0, 20_100_000];
/** A hundred years. */
const MILLISECONDS: Bounds = [0, 3.2e12];
const KM_PER_HOUR: Bounds = [0, 1000];
const DILUTION: Bounds = [0, 10_000];

/** Attributes whose unit the protocol reference names. @source docs/reference/protocols.md §attributes */
const BOUNDS: ReadonlyMap<string, Bounds> = new Map([
  ...under(PERCENT, ['batteryLevel', 'fuelLevel', 'humidity', ...numbered('humidity', 8)]),
  ...under(LOAD, ['throttle', 'engineLoad']),
  ...under(VOLTS, ['power', 'battery']),
  ...under(CELSIUS, ['coolantTemp', 'engineTemp', 'deviceTemp', 'intakeTemp', 'airTemp', 'fuelTemp']),
  ...under(CELSIUS, ['temp', ...numbered('temp', 16)]),
  ...under(LITRES, ['fuel', ...numbered('fuel', 4)]),
  ...under(LITRES_EVER, ['fuelUsed', 'tripFuelUsed']),
  ...under(LITRES_PER_HOUR, ['fuelConsumption']),
  ...under(METRES, ['odometer', 'tripOdometer', 'serviceOdometer', 'obdOdometer']),
  ...under(METRES, ['totalDistance']),
  ...under(METRES_STEP, ['distance']),
  ...under(MILLISECONDS, ['hours']),
  ...under(KM_PER_HOUR, ['obdSpeed']),
  ...under([0, 65_535], ['rpm']),
  ...under([0, 255], ['sat', 'satVisible']),
  ...under(DILUTION, ['hdop', 'pdop', 'vdop']),
]);

function under(bounds: Bounds, names: readonly string[]): readonly (readonly [string, Bounds])[] {
  return names.map((name) => [name, bounds] as const);
}

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
}

/** Range of the widest register of a device: 64 bits. */
const ANY: Bounds = [-(2 ** 63), 2 ** 64];

/** Whether a number is plausible for its name; a device that does not know a value often sends all bits set. */
export function isPlausible(name: string, value: number): boolean {
  const bounds = BOUNDS.get(name) ?? ANY;
  return value >= bounds[0] && value <= bounds[1];
}

/** Knots; faster than any vehicle that carries a tracker. */
const MAX_SPEED = 2000;
/** Meters above and below the sea. */
const MAX_ALTITUDE = 100_000;
/** Half round the Earth. */
const MAX_ACCURACY = 20_100_000;
/** The year 2200. Before 1970 there were no receivers; rolled-over weeks begin in 1980. */
const LAST_INSTANT = 7_258_118_400_000;

export const isInstant = (ms: number): boolean => ms >= 0 && ms <= LAST_INSTANT && Number.isFinite(ms);
export const isOnEarth = (latitude: number, longitude: number): boolean =>
  latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180;
export const plausibleSpeed = (speed: number): number => within(speed, 0, MAX_SPEED);
export const plausibleAltitude = (altitude: number): number => within(altitude, -MAX_ALTITUDE, MAX_ALTITUDE);
export const plausibleAccuracy = (accuracy: number): number => within(accuracy, 0, MAX_ACCURACY);
/** Degrees 0..360; others are turned into it. */
export function plausibleCourse(course: number): number {
  if (course >= 0 && course <= 360) return course;
  return Math.abs(course) < 1e6 ? ((course % 360) + 360) % 360 : 0;
}

/** 0 = unknown. */
const within = (value: number, least: number, most: number): number =>
  value >= least && value <= most ? value : 0;
