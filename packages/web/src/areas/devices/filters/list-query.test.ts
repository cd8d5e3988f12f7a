import { chooseCombined } from '@rastro/fleet';
import { expect, test } from 'vitest';
import {
  FIRST_CHOICE,
  furtherFilters,
  isNarrowing,
  NO_SETS,
  readChoice,
  toListQuery,
  withAdvanced,
  writeChoice,
  type ListChoice,
} from './list-query.ts';

const FULL: ListChoice = {
  filter: 'offline',
  motionOnly: true,
  text: 'baú & cia',
  sort: 'speed-desc',
  second: 'own:tipo-carga-asc',
  grouping: 'group',
  state: 'in stock',
  hidden: ['car', 'van, white'],
  onlyId: 12,
  favourites: true,
  groupId: 5,
  chosen: { deviceIds: [3, 4], groupIds: [8] },
  insideId: 6,
  advanced: {
    anchor: true,
    driver: false,
    ignition: true,
    blocked: false,
    gpsBrand: 'Suntech',
    gpsModel: 'ST310',
    technology: '4G',
  },
};

test('[WEB-15] the address carries the choice and keeps its other parameters', () => {
  const written = writeChoice(new URLSearchParams('expand=true'), FULL);
  expect(written.get('expand')).toBe('true');
  expect(readChoice(new URLSearchParams(written.toString()))).toEqual(FULL);
  expect([...new Set(written.keys())]).toEqual(
    expect.arrayContaining([
      'anchor',
      'driver',
      'ignition',
      'blocked',
      'gps_brand',
      'gps_model',
      'technology',
    ]),
  );
});

test('[WEB-15] defaults leave no trace in the address', () => {
  const written = writeChoice(writeChoice(new URLSearchParams(), FULL), FIRST_CHOICE);
  expect(written.toString()).toBe('');
  expect(readChoice(written)).toEqual(FIRST_CHOICE);
});

test('[WEBPANEL-23] favourites are asked for as they are now, none when there are none', () => {
  const choice = { ...FIRST_CHOICE, favourites: true };
  expect(toListQuery(choice, { ...NO_SETS, favourites: new Set([4]) }).chosenIds).toEqual([4]);
  expect(toListQuery(choice, NO_SETS).chosenIds).toEqual([]);
  expect(readChoice(new URLSearchParams('fav=1')).favourites).toBe(true);
});

test('[WEBTABLE-3] sections are for the wide list alone', () => {
  expect(toListQuery(FULL, NO_SETS, true).grouping).toBe('group');
  expect(toListQuery(FULL, NO_SETS)).not.toHaveProperty('grouping');
  expect(toListQuery(FULL, NO_SETS).second).toBe('own:tipo-carga-asc');
});

test('[WEB-15] an address with unknown values is the default', () => {
  const odd = 'filter=flying&sort=size-up&motion=1&only=x&anchor=perhaps&state=&hide=&gps_brand=';
  expect(readChoice(new URLSearchParams(odd))).toEqual(FIRST_CHOICE);
});

test('[WEB-15] moving is on with its toggle, stopped never', () => {
  expect(readChoice(new URLSearchParams('filter=moving'))).toMatchObject(chooseCombined('moving'));
  expect(readChoice(new URLSearchParams('filter=stopped&motion=1')).motionOnly).toBe(false);
  expect(
    writeChoice(new URLSearchParams(), { ...FIRST_CHOICE, ...chooseCombined('moving') }).toString(),
  ).toBe('filter=moving');
});

test('the question carries only what was chosen', () => {
  expect(toListQuery(FIRST_CHOICE, NO_SETS)).toEqual({
    text: '',
    status: 'all',
    motion: 'all',
    sort: 'name-asc',
  });
  expect(
    toListQuery(FULL, {
      groupIds: [5, 6],
      favourites: new Set([2, 9]),
      among: { deviceIds: [3, 4], groupIds: [8, 10] },
    }),
  ).toEqual({
    text: 'baú & cia',
    status: 'offline',
    motion: 'moving',
    sort: 'speed-desc',
    second: 'own:tipo-carga-asc',
    state: 'in stock',
    hiddenCategories: ['car', 'van, white'],
    onlyId: 12,
    chosenIds: [2, 9],
    groupIds: [5, 6],
    among: { deviceIds: [3, 4], groupIds: [8, 10] },
    insideId: 6,
    advanced: FULL.advanced,
  });
});

test('every filter alone leaves something out, the order does not', () => {
  const alone: Partial<ListChoice>[] = [
    { text: 'x' },
    chooseCombined('online'),
    { state: 'in stock' },
    { hidden: ['car'] },
    { onlyId: 3 },
    { favourites: true },
    { insideId: 7 },
    { advanced: { blocked: false } },
  ];
  for (const part of alone)
    expect(isNarrowing(toListQuery({ ...FIRST_CHOICE, ...part }, NO_SETS))).toBe(true);
  expect(isNarrowing(toListQuery({ ...FIRST_CHOICE, groupId: 5 }, { ...NO_SETS, groupIds: [5] }))).toBe(true);
  expect(isNarrowing(toListQuery({ ...FIRST_CHOICE, sort: 'name-desc' }, NO_SETS))).toBe(false);
});

test('[WEB-16] counts the filters that tiles and search do not show', () => {
  expect(furtherFilters(FIRST_CHOICE)).toBe(0);
  expect(furtherFilters({ ...FIRST_CHOICE, ...chooseCombined('moving') })).toBe(0);
  expect(furtherFilters(FULL)).toBe(13);
});

test('an advanced filter that is taken out leaves nothing behind', () => {
  expect(withAdvanced({ anchor: true, driver: false }, 'anchor', undefined)).toEqual({ driver: false });
});
