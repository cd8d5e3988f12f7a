/** Quantity that a known attribute measures. @source docs/reference/tracking-api.md §2.3 */
export type AttributeKind =
  | 'distance'
  | 'metres'
  | 'knots'
  | 'kmh'
  | 'duration'
  | 'volt'
  | 'percent'
  | 'celsius'
  | 'litre'
  | 'litrePerHour'
  | 'kilogram'
  | 'rpm'
  | 'bpm'
  | 'flag'
  | 'alarm'
  | 'plain';

/** Every key that has a name in the texts (`attributes:key.*`). */
export const ATTRIBUTE_KINDS = {
  acceleration: 'plain',
  alarm: 'alarm',
  antenna: 'plain',
  approximate: 'flag',
  archive: 'flag',
  armed: 'flag',
  axleWeight: 'kilogram',
  battery: 'volt',
  batteryLevel: 'percent',
  blocked: 'flag',
  card: 'plain',
  charge: 'flag',
  command: 'plain',
  coolantTemp: 'celsius',
  deviceTemp: 'celsius',
  distance: 'metres',
  door: 'flag',
  driverUniqueId: 'plain',
  drivingTime: 'plain',
  dtcs: 'plain',
  engineLoad: 'percent',
  engineTemp: 'celsius',
  event: 'plain',
  flags: 'plain',
  fuel: 'litre',
  fuelConsumption: 'litrePerHour',
  fuelLevel: 'percent',
  fuelUsed: 'litre',
  gSensor: 'plain',
  geofence: 'plain',
  gps: 'plain',
  hdop: 'plain',
  heartRate: 'bpm',
  hours: 'duration',
  humidity: 'percent',
  iccid: 'plain',
  ignition: 'flag',
  index: 'plain',
  input: 'plain',
  ip: 'plain',
  lock: 'flag',
  motion: 'flag',
  obdOdometer: 'distance',
  obdSpeed: 'kmh',
  odometer: 'distance',
  operator: 'plain',
  output: 'plain',
  pdop: 'plain',
  phone: 'plain',
  power: 'volt',
  raw: 'plain',
  result: 'plain',
  roaming: 'flag',
  rpm: 'rpm',
  rssi: 'plain',
  sat: 'plain',
  satVisible: 'plain',
  serviceOdometer: 'distance',
  speedLimit: 'knots',
  status: 'plain',
  steps: 'plain',
  throttle: 'percent',
  totalDistance: 'distance',
  tripOdometer: 'distance',
  type: 'plain',
  vdop: 'plain',
  versionFw: 'plain',
  versionHw: 'plain',
  vin: 'plain',
} as const satisfies Record<string, AttributeKind>;
export type KnownAttribute = keyof typeof ATTRIBUTE_KINDS;

/** Keys with a number at the end, e.g. `temp2` (`attributes:numbered.*`). */
export const NUMBERED_KINDS = {
  adc: 'plain',
  count: 'plain',
  in: 'flag',
  io: 'plain',
  out: 'flag',
  temp: 'celsius',
} as const satisfies Record<string, AttributeKind>;
export type NumberedAttribute = keyof typeof NUMBERED_KINDS;

export type AttributeName =
  | { readonly kind: 'known'; readonly key: KnownAttribute }
  | { readonly kind: 'numbered'; readonly key: NumberedAttribute; readonly number: string }
  | { readonly kind: 'foreign'; readonly key: string };

/** Distinguishes a key of the tracking API from a foreign one, which is shown as it is. */
export function readAttributeName(key: string): AttributeName {
  if (Object.hasOwn(ATTRIBUTE_KINDS, key)) return { kind: 'known', key: key as KnownAttribute };
  const [, stem, number] = /^([a-z]+)(\d+)$/.exec(key) ?? [];
  if (stem !== undefined && number !== undefined && Object.hasOwn(NUMBERED_KINDS, stem)) {
    return { kind: 'numbered', key: stem as NumberedAttribute, number };
  }
  return { kind: 'foreign', key };
}

export function kindOf(name: AttributeName): AttributeKind {
  if (name.kind === 'known') return ATTRIBUTE_KINDS[name.key];
  return name.kind === 'numbered' ? NUMBERED_KINDS[name.key] : 'plain';
}
