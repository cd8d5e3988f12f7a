import { protocolOf, randomFrom } from '@rastro/simulator';
import type { Habits, SimChannel } from './sim-device.ts';

/** All that a virtual device speaks. */
const CHANNELS: readonly SimChannel[] = [
  'teltonika',
  'teltonika-udp',
  'gt06',
  'wialon',
  'ruptela',
  'jt808',
  'h02',
  'suntech',
  'gl200',
  'gps103',
  'meitrack',
  'osmand',
  'osmand-json',
];
/** Every so many seeds have a large fleet. */
const LARGE_EVERY = 50;
const LARGE = 200;

/** The fleet of a run, drawn from its seed. */
export function drawFleet(seed: number): readonly Habits[] {
  const random = randomFrom(seed ^ 0xf1ee7);
  const isLarge = seed % LARGE_EVERY === 0;
  const kinds = isLarge ? CHANNELS.length : Math.floor(random.between(3, 6));
  const channels = CHANNELS.toSorted(() => random.next() - 0.5).slice(0, kinds);
  const length = isLarge ? LARGE : Math.floor(random.between(12, 25));
  return Array.from({ length }, (_, at) => {
    const channel = channels[at % channels.length] ?? 'teltonika';
    const protocol = protocolOf(channel);
    return {
      channel,
      protocol,
      // A Suntech unit knows itself by the last nine digits.
      uniqueId: protocol === 'suntech' ? imei(at).slice(-9) : imei(at),
      periodMs: random.between(8, 60) * (isLarge ? 3000 : 1000),
      lateness: random.chance(0.3) ? random.between(0, 0.3) : 0,
      isNewestFirst: random.chance(0.2),
      doubles: random.chance(0.3) ? random.between(0, 0.3) : 0,
      twins: random.chance(0.2) ? random.between(0, 0.5) : 0,
    };
  });
}

/** Moments with something special in São Paulo or on the way there, and an ordinary one. */
const STARTS = [
  Date.UTC(2026, 0, 31, 23, 40),
  Date.UTC(2026, 1, 28, 23, 30),
  Date.UTC(2026, 2, 8, 6, 40),
  Date.UTC(2026, 2, 29, 0, 40),
  Date.UTC(2026, 10, 1, 5, 30),
  Date.UTC(2026, 11, 31, 23, 45),
  Date.UTC(2027, 4, 12, 14, 0),
];

/** Time of the world at the start of a run. */
export const drawStart = (seed: number): number => STARTS[seed % STARTS.length] ?? 0;

/** 15 digits with the check digit that IMEIs end in. */
function imei(serial: number): string {
  const digits = `35000000${String(serial).padStart(6, '0')}`;
  let sum = 0;
  for (const [i, digit] of Array.from(digits).entries()) {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
