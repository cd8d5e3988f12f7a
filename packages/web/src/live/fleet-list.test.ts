import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SORT_FIELDS } from '@rastro/fleet';
import { FIRST_QUERY } from './first-query.ts';
import { FleetList } from './fleet-list.ts';
import { NO_NAMES, type ListQuery } from './fleet.ts';
import { placeSquare } from './place-square.ts';
import { makeDevice, makePosition } from '../testing/test-fleet.ts';
import { VehicleTable } from './vehicle-table.ts';

function open(): { table: VehicleTable; list: FleetList; settle: () => boolean } {
  const table = new VehicleTable('rastro');
  const list = new FleetList(table);
  const settle = (): boolean => {
    const differs = list.update(table.changes);
    table.settle();
    return differs;
  };
  return { table, list, settle };
}

test('[LIST-1] names are ordered as users count, both ways', () => {
  const { table, list, settle } = open();
  table.putDevice(makeDevice(1, { name: 'Van 10' }));
  table.putDevice(makeDevice(2, { name: 'van 9' }));
  table.putDevice(makeDevice(3, { name: 'Água 1' }));
  settle();
  assert.deepEqual([...list.ids], [3, 2, 1]);
  list.setQuery({ ...FIRST_QUERY, sort: 'name-desc' });
  assert.deepEqual([...list.ids], [1, 2, 3]);
});

test('[LIST-2] lastUpdate: empty is last in both directions', () => {
  const { table, list, settle } = open();
  table.putDevice(makeDevice(1, { lastUpdate: null }));
  table.putDevice(makeDevice(2, { lastUpdate: '2026-05-01T10:00:00.000+00:00' }));
  table.putDevice(makeDevice(3, { lastUpdate: '2026-05-01T11:00:00.000+00:00' }));
  settle();
  list.setQuery({ ...FIRST_QUERY, sort: 'lastUpdate-asc' });
  assert.deepEqual([...list.ids], [2, 3, 1]);
  list.setQuery({ ...FIRST_QUERY, sort: 'lastUpdate-desc' });
  assert.deepEqual([...list.ids], [3, 2, 1]);
});

test('[LIST-3] moving = in motion whatever the status; stopped = online and not moving', () => {
  const { table, list, settle } = open();
  table.putDevice(makeDevice(1));
  table.putDevice(makeDevice(2, { status: 'offline' }));
  table.putDevice(makeDevice(3));
  table.putDevice(makeDevice(4, { status: 'offline' }));
  table.putPosition(makePosition(1, 1, { attributes: { motion: true } }));
  table.putPosition(makePosition(2, 1, { attributes: { motion: true } }));
  settle();
  list.setQuery({ ...FIRST_QUERY, motion: 'moving' });
  assert.deepEqual([...list.ids], [1, 2]);
  list.setQuery({ ...FIRST_QUERY, motion: 'stopped' });
  assert.deepEqual([...list.ids], [3]);
});

test('[LIST-4] text finds any field or attribute, without case or accents', () => {
  const { table, list, settle } = open();
  table.putDevice(makeDevice(1, { attributes: { plate: 'ABC1D23', install: { city: 'São Paulo' } } }));
  table.putDevice(makeDevice(2, { status: 'unknown' }));
  table.putDevice(makeDevice(3, { phone: '+5511999' }));
  settle();
  const find = (text: string): number[] => {
    list.setQuery({ ...FIRST_QUERY, text });
    return [...list.ids];
  };
  assert.deepEqual(find('abc1d'), [1]);
  assert.deepEqual(find('SAO paulo'), [1]);
  assert.deepEqual(find('desconhecido'), [2]);
  assert.deepEqual(find('+5511'), [3]);
  assert.deepEqual(find(''), [1, 2, 3]);
});

test('[LIST-5] the further filters narrow the list', () => {
  const { table, list, settle } = open();
  table.putDevice(makeDevice(1, { category: 'car', groupId: 7, attributes: { 'device.state': 'in stock' } }));
  table.putDevice(makeDevice(2, { attributes: { 'device.gpsBrand': 'Suntech' } }));
  table.putPosition(makePosition(2, 1, { attributes: { ignition: true, driverUniqueId: 'd1' } }));
  settle();
  const ask = (part: Partial<ListQuery>): number[] => {
    list.setQuery({ ...FIRST_QUERY, ...part });
    return [...list.ids];
  };
  assert.deepEqual(ask({ state: 'in stock' }), [1]);
  assert.deepEqual(ask({ hiddenCategories: ['default'] }), [1]);
  assert.deepEqual(ask({ groupIds: [7] }), [1]);
  assert.deepEqual(ask({ onlyId: 2 }), [2]);
  assert.deepEqual(ask({ advanced: { ignition: true } }), [2]);
  assert.deepEqual(ask({ advanced: { driver: false } }), [1]);
  assert.deepEqual(ask({ advanced: { gpsBrand: 'Suntech' } }), [2]);
  list.setAnchored([1]);
  assert.deepEqual(ask({ advanced: { anchor: true } }), [1]);
});

test('[LIST-6] after any run of changes the answer is the one of a fresh list', () => {
  const sorts = SORT_FIELDS.flatMap((field) => [`${field}-asc`, `${field}-desc`] as const);
  const step = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom('name', 'status', 'position', 'remove', 'query', 'settle'),
    value: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { table, list, settle } = open();
      for (const { id, kind, value } of steps) {
        if (kind === 'name') table.putDevice(makeDevice(id, { name: `N${value % 5}`, groupId: value % 3 }));
        if (kind === 'status') table.putDevice(makeDevice(id, { status: value % 2 ? 'offline' : 'unknown' }));
        if (kind === 'position') {
          table.putPosition(
            makePosition(id, value, {
              attributes: { motion: value % 2 === 0, driverUniqueId: `${value % 2 ? 'd' : 'D'}${value % 7}` },
            }),
          );
        }
        if (kind === 'remove') table.remove(id);
        if (kind === 'settle') settle();
        if (kind === 'query') {
          settle();
          list.setQuery({
            ...FIRST_QUERY,
            sort: sorts[value % sorts.length] ?? 'name-asc',
            text: value % 3 ? '' : 'n1',
            ...(value % 4 === 1 && { second: 'speed-desc' as const }),
            ...(value % 5 === 1 && { grouping: value % 2 ? ('group' as const) : ('state' as const) }),
          });
        }
      }
      settle();
      const fresh = new FleetList(table);
      fresh.update([...Array(table.end).keys()]);
      fresh.setQuery(list.query);
      assert.deepEqual([...list.ids], [...fresh.ids]);
      assert.deepEqual(list.sections, fresh.sections);
    }),
    { numRuns: 300 },
  );
});

test('[LIST-8] two things order a list, names those that are equal in both', () => {
  const { table, list, settle } = open();
  for (const [id, model, name] of [
    [1, 'B', 'x'],
    [2, 'A', 'z'],
    [3, 'B', 'a'],
    [4, 'A', 'y'],
  ] as const) {
    table.putDevice(makeDevice(id, { model, name }));
    table.putPosition(makePosition(id, 1, { speed: (id === 3 ? 9 : 1) as never }));
  }
  settle();
  const ask = (part: Partial<ListQuery>): number[] => {
    list.setQuery({ ...FIRST_QUERY, ...part });
    return [...list.ids];
  };
  assert.deepEqual(ask({ sort: 'model-asc' }), [4, 2, 3, 1]);
  assert.deepEqual(ask({ sort: 'model-asc', second: 'speed-asc' }), [4, 2, 1, 3]);
  assert.deepEqual(ask({ sort: 'model-desc', second: 'name-desc' }), [1, 3, 2, 4]);
});

test('[LIST-8] a grouped list has its sections in order, each with its count, and follows changes', () => {
  const { table, list, settle } = open();
  table.putDevice(makeDevice(1, { groupId: 9 }));
  table.putDevice(makeDevice(2));
  table.putDevice(makeDevice(3, { groupId: 8, status: 'offline' }));
  table.putDevice(makeDevice(4, { groupId: 9 }));
  table.putPosition(makePosition(4, 1, { attributes: { motion: true } }));
  settle();
  list.setNames({
    groups: new Map([
      [9, 'Alpha'],
      [8, 'Beta'],
    ]),
    drivers: new Map(),
    fences: new Map(),
    places: new Map(),
  });
  list.setQuery({ ...FIRST_QUERY, grouping: 'group' });
  assert.deepEqual([...list.ids], [1, 4, 3, 2]);
  assert.deepEqual(list.sections, [
    { key: 9, count: 2 },
    { key: 8, count: 1 },
    { key: 0, count: 1 },
  ]);
  table.putDevice(makeDevice(1, { groupId: 8 }));
  assert.equal(settle(), true);
  assert.deepEqual(list.sections[1], { key: 8, count: 2 });
  list.setQuery({ ...FIRST_QUERY, grouping: 'state' });
  assert.deepEqual(list.sections, [
    { key: 'moving', count: 1 },
    { key: 'stopped', count: 2 },
    { key: 'offline', count: 1 },
  ]);
  list.setQuery(FIRST_QUERY);
  assert.deepEqual(list.sections, []);
});

test('[LIST-9] drivers and groups are ordered by the names that users know them by', () => {
  const { table, list, settle } = open();
  for (const [id, driver] of [
    [1, 'k1'],
    [2, 'k2'],
    [3, ''],
  ] as const) {
    table.putDevice(makeDevice(id, { groupId: id }));
    table.putPosition(makePosition(id, 1, { attributes: { driverUniqueId: driver } }));
  }
  settle();
  list.setQuery({ ...FIRST_QUERY, sort: 'driver-asc' });
  assert.deepEqual([...list.ids], [1, 2, 3]);
  list.setNames({
    groups: new Map([
      [1, 'South'],
      [2, 'East'],
    ]),
    drivers: new Map([
      ['k1', 'Zoe'],
      ['k2', 'Ana'],
    ]),
    fences: new Map(),
    places: new Map(),
  });
  assert.deepEqual([...list.ids], [2, 1, 3]);
  list.setQuery({ ...FIRST_QUERY, sort: 'group-desc' });
  assert.deepEqual([...list.ids], [1, 2, 3]);
});

test('[WEBTABLE-8] places and geofences are ordered by their names, unknown ones last in both directions', () => {
  const { table, list, settle } = open();
  const at = (latitude: number, part: object = {}): object => ({ latitude, longitude: 20, ...part });
  for (const [id, part] of [
    [1, at(11, { geofenceIds: [7] })],
    [2, at(12, { geofenceIds: [8, 7] })],
    [3, at(13)],
    [4, at(14, { address: 'Main street', geofenceIds: [99] })],
    [5, { latitude: 0, longitude: 0 }],
  ] as const) {
    table.putDevice(makeDevice(id));
    table.putPosition(makePosition(id, 1, part));
  }
  settle();
  list.setNames({
    ...NO_NAMES,
    fences: new Map([
      [7, 'Yard'],
      [8, 'Depot'],
    ]),
    places: new Map([
      [placeSquare({ latitude: 11, longitude: 20 }), 'Ourinhos'],
      [placeSquare({ latitude: 12.0004, longitude: 20 }), 'Bauru'],
    ]),
  });
  const ask = (sort: ListQuery['sort']): number[] => {
    list.setQuery({ ...FIRST_QUERY, sort });
    return [...list.ids];
  };
  assert.deepEqual(ask('place-asc'), [2, 4, 1, 3, 5]);
  assert.deepEqual(ask('place-desc'), [1, 4, 2, 3, 5]);
  assert.deepEqual(ask('geofences-asc'), [2, 1, 3, 4, 5]);
  assert.deepEqual(ask('geofences-desc'), [1, 2, 3, 4, 5]);
  table.putPosition(makePosition(1, 2, at(12)));
  settle();
  assert.deepEqual(ask('place-asc'), [1, 2, 4, 3, 5]);
});
