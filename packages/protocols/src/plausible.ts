/** Lowest and highest value that a unit can have in a vehicle, its cargo or its surroundings. */
type Bounds = readonly [least: number, most: number];

const PERCENT: Bounds = [0, 100];
/** Engines report load and pedal above their nominal full. */
const LOAD: Bounds = [0, 150];
/** Up to the traction battery of a bus; some units measure a reversed supply. */
const VOLTS: Bounds = [-1100, 1100];
/** From absolute zero to an exhaust. */
const CELSIUS: Bounds = [-273.15, 2000];
const LITRES: Bounds = [0, 100_000];
const LITRES_EVER: Bounds = [0, 100_000_000];
const LITRES_PER_HOUR: Bounds = [0, 100_000];
/** Ten million kilometres. */
const METRES: Bounds = [0, 1e10];
/** A hundred years. */
const MILLISECONDS: Bounds = [0, 3.2e12];
const KM_PER_HOUR: Bounds = [0, 1000];
const DILUTION: Bounds = [0, 10_000];

/** Attributes whose unit the protocol reference names. @source reference/protocols/README.md, "Attribute names" */
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

/** Whether a number can be what its name says; a device that does not know a value often sends all bits set. */
export function isPlausible(name: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const bounds = BOUNDS.get(name);
  return bounds === undefined || (value >= bounds[0] && value <= bounds[1]);
}

/** Knots; faster than any vehicle that carries a tracker. */
const MOST_SPEED = 2000;
/** Metres above and below the sea. */
const MOST_ALTITUDE = 100_000;

export const plausibleSpeed = (speed: number): number => (speed >= 0 && speed <= MOST_SPEED ? speed : 0);
export const plausibleAltitude = (altitude: number): number =>
  Math.abs(altitude) <= MOST_ALTITUDE ? altitude : 0;
export const plausibleAccuracy = (accuracy: number): number =>
  accuracy >= 0 && Number.isFinite(accuracy) ? accuracy : 0;
/** Degrees 0..360; others are turned into it. */
export function plausibleCourse(course: number): number {
  if (course >= 0 && course <= 360) return course;
  return Number.isFinite(course) ? ((course % 360) + 360) % 360 : 0;
}
