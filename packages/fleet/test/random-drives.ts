import fc from 'fast-check';
import type { TripRecord } from '../src/trips/trip-record.ts';
import { DEFAULT_TRIP_SETTINGS } from '../src/trips/trip-settings.ts';
import { record, settingsWith, START } from './trips.ts';

/** Next step of a vehicle: duration, speed, fields. */
const step = fc.record({
  s: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(1, 15, 30, 60) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.4, 95, 400, 1200, 4000, 90_000) },
  ),
  kmh: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(2, 5, 12, 50, 120, 900)),
  ignition: fc.constantFrom(null, null, true, false),
  hasSpeed: fc.boolean(),
  repeat: fc.constantFrom(1, 1, 4, 12),
  valid: fc.constantFrom(true, true, true, true, true, false),
  motion: fc.boolean(),
  driver: fc.constantFrom(null, 'ana', 'rui'),
  geofenceIds: fc.subarray([1, 2]),
  limitKmh: fc.constantFrom(null, 40),
  fuelL: fc.constantFrom(null, 50, 52, 58, 71, 30),
  odometerM: fc.constantFrom(null, null, 5000, 5300, 9000),
  fuelUsedL: fc.constantFrom(null, null, 3, 4.1),
  course: fc.constantFrom(null, 0, 80, 350),
  isFine: fc.constantFrom(true, true, true, false),
  alarms: fc.constantFrom(null, null, null, 'hardBraking', 'hardCornering,phone', 'seatbelt'),
});
export const drives = fc.array(step, { minLength: 2, maxLength: 40 });
export const rules = fc.constantFrom(
  DEFAULT_TRIP_SETTINGS,
  settingsWith({ tripStart: 'ignition', tankL: 60, litresPer100Km: 9 }),
  settingsWith({ logic: 'traccar', harshSource: 'derived', maxDriveS: 600, minBreakS: 120 }),
  settingsWith({ harshSource: 'derived', harshBrakingMs2: 1, workHours: '1-5 08:10-08:50', nightToMin: 500 }),
  settingsWith({ logic: 'traccarOld', oldUseIgnition: true }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export function recordsOf(steps: readonly Step[]): TripRecord[] {
  const records: TripRecord[] = [];
  let time = START;
  let metres = 0;
  for (const { s, kmh, hasSpeed, repeat, ...facts } of steps)
    for (let i = 0; i < repeat; i++) {
      time += s * 1000;
      metres += (kmh / 3.6) * s;
      const id = records.length + 1;
      // Some of them are cuts.
      const key = (id * 2_654_435_761) % 1021 < 60 ? id * 128 : id * 128 + 1;
      const speedKmh = hasSpeed ? kmh : null;
      records.push(
        record({
          id,
          key,
          time,
          ...facts,
          speedKmh,
          latitude: -23.5 + metres / 111_319,
          longitude: -46.6,
        }),
      );
    }
  return records;
}
