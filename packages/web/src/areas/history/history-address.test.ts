import { expect, test } from 'vitest';
import { readHistory, writeHistory } from './history-address.ts';

test('[PAST-2] all that is looked at is in the address; defaults leave no trace', () => {
  const address = {
    deviceIds: [4, 2],
    period: { preset: '7d' },
    colour: 'measured',
    measure: 'fuelLevel',
    curve: 'altitude',
    hidden: [2],
    tab: 'stops',
    cursor: 1_763_000_000,
    focus: '4.1763000000',
  } as const;
  expect(readHistory(writeHistory(new URLSearchParams(), address))).toEqual(address);
  const plain = writeHistory(
    new URLSearchParams('colour=measured&measure=fuel&curve=fuel&hidden=1&tab=stops'),
    {
      curve: null,
      hidden: [],
      colour: 'speed',
      tab: 'all',
    },
  );
  expect(plain.toString()).toBe('');
});

test('[PAST-2] of the address only what can be is taken: six vehicles, each once', () => {
  const search = new URLSearchParams(
    'devices=1,2,2,x,-3,4,5,6,7,8,9&colour=measured&hidden=2,9,x&tab=9&at=soon&focus=last',
  );
  expect(readHistory(search)).toEqual({
    deviceIds: [1, 2, 4, 5, 6, 7],
    period: { preset: 'today' },
    colour: 'speed',
    measure: null,
    curve: null,
    hidden: [2],
    tab: 'all',
    cursor: null,
    focus: null,
  });
});

test('[PAST-2] another period has another cursor and focus, other vehicles another focus', () => {
  const search = (): URLSearchParams => new URLSearchParams('devices=1&at=50&focus=1.40');
  expect(writeHistory(search(), { period: { preset: '7d' } }).toString()).toBe('devices=1&period=7d');
  expect(writeHistory(search(), { deviceIds: [2] }).toString()).toBe('devices=2&at=50');
});
