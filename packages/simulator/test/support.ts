import { systemClock, type Clock } from '@rastro/base';
import type { Report } from '../src/devices/report.ts';
import { Mover } from '../src/motion/mover.ts';
import { AREAS } from '../src/motion/areas.ts';
import type { Habit } from '../src/motion/habits.ts';
import { randomFrom } from '../src/motion/random.ts';
import { report, type Channel } from '../src/vehicle/channel.ts';
import { USUAL_TIMING, type Timing } from '../src/vehicle/stream-session.ts';
import { Vehicle } from '../src/vehicle/vehicle.ts';

export const IMEI = '350000000010013';
export const START = Date.UTC(2026, 4, 1, 12);

export const sampleReport = (part: Partial<Report> = {}): Report => ({
  time: START,
  valid: true,
  latitude: -23.55052,
  longitude: -46.633308,
  altitude: 760,
  speedKmh: 64,
  course: 125,
  satellites: 11,
  ignition: true,
  moving: true,
  odometerM: 123_456,
  power: 13.9,
  batteryLevel: 100,
  gsm: 4,
  blocked: false,
  alarm: null,
  ...part,
});

/** Patience of milliseconds, so that tests do not wait for a real device's. */
export const HASTY: Timing = {
  ...USUAL_TIMING,
  ackMs: 60,
  heartbeatMs: 5000,
  retryMs: 10,
  longestRetryMs: 40,
};

export const vehicleOf = (habit: Habit = { kind: 'city', breakS: [30, 60] }, seed = 3): Vehicle =>
  new Vehicle(
    { uniqueId: IMEI, cadence: { movingS: 5, stoppedS: 60 }, ignition: 'follows the trip' },
    new Mover(habit, AREAS.saoPaulo, randomFrom(seed)),
  );

interface Reporting {
  readonly channel: Channel;
  readonly port: number;
  readonly timing?: Timing;
  readonly clock?: Clock;
}
/** Runs a session during `work`; ends both. */
export async function whileReporting(
  vehicle: Vehicle,
  { channel, port, timing = HASTY, clock = systemClock }: Reporting,
  work: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const reach = { address: { host: '127.0.0.1', port }, clock, timing };
  const session = report(vehicle, channel, reach, stop.signal);
  try {
    await work();
  } finally {
    stop.abort();
    await session;
  }
}
