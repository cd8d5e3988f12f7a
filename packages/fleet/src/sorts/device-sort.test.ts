import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '../entities/device.ts';
import type { Position } from '../entities/position.ts';
import {
  compareKeys,
  nextSort,
  ownField,
  readSort,
  SORT_FIELDS,
  sortKey,
  type SortField,
  type SortSubject,
} from './device-sort.ts';

function subject(attributes: Position['attributes'] | null, device: Partial<Device> = {}): SortSubject {
  return {
    device: { status: 'online', attributes: {}, ...device } as Device,
    position: attributes === null ? null : ({ attributes, speed: 3 } as unknown as Position),
    isAnchored: attributes?.['anchored'] === true,
    lastUpdateAt: Number.NaN,
    plate: null,
    groupName: null,
    driverName: null,
    placeName: null,
    fenceNames: null,
  };
}
const compareText = (a: string, b: string): number => (a < b ? -1 : 1);
const compare = (field: SortField, a: SortSubject, b: SortSubject, sign: 1 | -1): number =>
  Math.sign(compareKeys(sortKey(field, a), sortKey(field, b), { sign, compareText }));

test('[WEB-14] what stands out comes first, and the direction flips it', () => {
  for (const [field, attributes] of [
    ['motion', { motion: true }],
    ['anchor', { anchored: true }],
    ['locked', { blocked: true }],
    ['ignition', { ignition: true }],
    ['alert', { alarm: 'sos' }],
  ] as const) {
    const [outstanding, quiet] = [subject(attributes), subject({})];
    assert.equal(compare(field, outstanding, quiet, 1), -1, field);
    assert.equal(compare(field, outstanding, quiet, -1), 1, field);
    assert.equal(compare(field, quiet, subject(null), 1), 0, field);
  }
});

test('[WEB-14] empty is last in both directions', () => {
  const updated = { ...subject({}), lastUpdateAt: 5 };
  const driven = { ...subject({}), driverName: 'Ana' };
  const placed = { ...subject({}), placeName: 'Ourinhos', fenceNames: 'Depot' };
  const stocked = subject({}, { attributes: { 'device.state': 'in stock' } });
  for (const sign of [1, -1] as const) {
    assert.equal(compare('lastUpdate', subject({}), updated, sign), 1);
    assert.equal(compare('driver', subject({}), driven, sign), 1);
    assert.equal(compare('place', subject({}), placed, sign), 1);
    assert.equal(compare('geofences', subject({}), placed, sign), 1);
    assert.equal(compare('state', subject({}), stocked, sign), 1);
    assert.equal(compare('speed', subject(null), driven, sign), 1);
  }
});

test('[WEB-14] the same field flips, another starts in its natural direction', () => {
  assert.equal(nextSort('name-asc', 'name'), 'name-desc');
  assert.equal(nextSort('name-desc', 'name'), 'name-asc');
  assert.equal(nextSort('name-asc', 'lastUpdate'), 'lastUpdate-desc');
  assert.equal(nextSort('lastUpdate-desc', 'lastUpdate'), 'lastUpdate-asc');
  assert.equal(nextSort('speed-desc', 'state'), 'state-asc');
});

test('[WEB-14] a sort is field and direction, anything else is none', () => {
  for (const field of SORT_FIELDS) assert.equal(readSort(`${field}-desc`), `${field}-desc`);
  for (const text of ['', 'name', 'name-up', 'size-asc', 'name-asc-desc', 'own:-asc'])
    assert.equal(readSort(text), null);
});

test('[WEB-14] columns order by what they show; what is kept under a name of its own too', () => {
  assert.equal(readSort('own:tipo-carga-desc'), 'own:tipo-carga-desc');
  const keyOf = (value: unknown) =>
    sortKey(ownField('box'), subject({}, { attributes: { box: value } } as never));
  assert.deepEqual([keyOf(7), keyOf('b'), keyOf(''), keyOf(undefined)], [7, 'b', null, null]);
  assert.equal(sortKey('odometer', subject({ totalDistance: 5 })), 5);
  assert.equal(sortKey('odometer', subject({ odometer: 3, totalDistance: 5 })), 3);
  assert.equal(sortKey('fuel', subject({})), null);
  assert.equal(sortKey('plate', { ...subject({}), plate: 'ABC1D23' }), 'ABC1D23');
});
