// @vitest-environment node
import { expect, test } from 'vitest';
import { aVehicle } from '../../testing/memory-fleet.ts';
import { summarizeTargets, samplesOf, understoodBy } from './plan-many.ts';

const target = (id: number, protocol: string, speed = 0, status: 'online' | 'offline' = 'online') =>
  aVehicle({ id, status }, { protocol, speed: speed as never, attributes: { motion: speed > 0 } });
const TARGETS = [
  target(1, 'suntech'),
  target(2, 'teltonika', 30),
  target(3, 'teltonika', 50, 'offline'),
  target(4, 'teltonika', 10),
  target(5, 'gps103', 20),
];

test('[WEBPANEL-31] one device of each protocol speaks for all of them', () => {
  const samples = samplesOf(TARGETS);
  expect(samples).toEqual([
    { deviceId: 2, count: 3 },
    { deviceId: 1, count: 1 },
    { deviceId: 5, count: 1 },
  ]);
  const types: Record<number, readonly string[]> = { 2: ['custom', 'engineStop'], 1: ['engineStop'] };
  expect([...understoodBy(samples, (id) => types[id])]).toEqual([
    ['custom', 3],
    ['engineStop', 4],
  ]);
});

test('[WEBPANEL-30] counts what moves and what is away, and names the fastest', () => {
  const { fastest, ...counts } = summarizeTargets(TARGETS);
  expect(counts).toEqual({ count: 5, moving: 4, offline: 1 });
  expect(fastest.map(({ device }) => device.id)).toEqual([3, 2, 5]);
  expect(summarizeTargets([])).toEqual({ count: 0, moving: 0, offline: 0, fastest: [] });
});
