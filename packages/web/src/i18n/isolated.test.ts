// @vitest-environment node
import { expect, test } from 'vitest';
import { isolated, withoutIsolates } from './isolated.ts';

test('[WEB-198] a name from right to left keeps its direction to itself, another one stays as it is', () => {
  expect(isolated('شاحنة 12')).toBe('\u2068شاحنة 12\u2069');
  expect(isolated('משאית 7')).toBe('\u2068משאית 7\u2069');
  expect(['Caminhão 7', '🚚 São', 'Ωμέγα', '12,5 km'].map(isolated)).toEqual([
    'Caminhão 7',
    '🚚 São',
    'Ωμέγα',
    '12,5 km',
  ]);
  expect(withoutIsolates(`history ${isolated('שלום')}.csv`)).toBe('history שלום.csv');
});
