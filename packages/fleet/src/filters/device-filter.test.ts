import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '../entities/device.ts';
import type { Position } from '../entities/position.ts';
import { anchoredDevices } from './anchored-devices.ts';
import { chooseCombined, COMBINED_FILTERS, statusAndMotion, toggleMotion } from './combined-filter.ts';
import { FacetGatherer } from './device-facets.ts';
import { compileFilter, narrows, type DeviceFilter, type FilterSubject } from './device-filter.ts';
import { searchText } from './search-text.ts';

const ALL: DeviceFilter = { text: '', status: 'all', motion: 'all' };

/** A subject with only the fields that the rules use. */
function subject(
  device: Partial<Device>,
  attributes: Position['attributes'] | null = {},
  isAnchored = false,
): FilterSubject {
  const whole = { id: 1, attributes: {}, groupId: 0, status: 'online', category: null, ...device } as Device;
  const position = attributes === null ? null : ({ attributes, address: null } as unknown as Position);
  return { device: whole, position, isAnchored, searchText: searchText(whole, position) };
}
const matches = (part: Partial<DeviceFilter>, ...of: Parameters<typeof subject>): boolean =>
  compileFilter({ ...ALL, ...part })(subject(...of));

test('[WEB-11] the combined filter sets status and motion', () => {
  assert.deepEqual(
    COMBINED_FILTERS.map((filter) => {
      const { status, motion } = statusAndMotion(chooseCombined(filter));
      return [filter, status, motion];
    }),
    [
      ['all', 'all', 'all'],
      ['online', 'online', 'all'],
      ['offline', 'offline', 'all'],
      ['moving', 'all', 'moving'],
      ['stopped', 'online', 'stopped'],
      ['unknown', 'unknown', 'all'],
    ],
  );
});

test('[WEB-11] the motion toggle narrows a status, and alone it is moving', () => {
  const toggled = (filter: (typeof COMBINED_FILTERS)[number]) => toggleMotion(chooseCombined(filter));
  assert.deepEqual(toggled('all'), chooseCombined('moving'));
  assert.deepEqual(toggled('moving'), chooseCombined('all'));
  assert.deepEqual(statusAndMotion(toggled('offline')), { status: 'offline', motion: 'moving' });
  assert.deepEqual(statusAndMotion(toggled('stopped')), { status: 'online', motion: 'moving' });
  assert.deepEqual(toggleMotion(toggled('online')), chooseCombined('online'));
});

test('[WEB-12] moving counts whatever the status, stopped only online', () => {
  assert.equal(matches({ motion: 'moving' }, { status: 'offline' }, { motion: true }), true);
  assert.equal(matches({ motion: 'stopped' }, { status: 'offline' }, { motion: false }), false);
  assert.equal(matches({ motion: 'stopped' }, {}, { motion: false }), true);
  assert.equal(matches({ motion: 'stopped' }, {}, null), true);
  assert.equal(matches({ motion: 'moving' }, {}, null), false);
  assert.equal(matches({ status: 'unknown' }, { status: 'unknown' }), true);
  assert.equal(matches({ status: 'unknown' }, {}), false);
});

test('[WEB-12] state, hidden categories, one device and groups', () => {
  const stock = { attributes: { 'device.state': 'in stock' } };
  assert.equal(matches({ state: 'in stock' }, stock), true);
  assert.equal(matches({ state: 'withdrawn' }, stock), false);
  assert.equal(matches({ hiddenCategories: ['default'] }, { category: null }), false);
  assert.equal(matches({ hiddenCategories: ['default'] }, { category: '' }), false);
  assert.equal(matches({ hiddenCategories: ['default'] }, { category: 'car' }), true);
  assert.equal(matches({ onlyId: 7 }, { id: 7 }), true);
  assert.equal(matches({ onlyId: 7 }, { id: 8 }), false);
  assert.equal(matches({ chosenIds: [7, 9] }, { id: 9 }), true);
  assert.equal(matches({ chosenIds: [] }, { id: 9 }), false);
  assert.equal(matches({ groupIds: [3] }, { groupId: 3 }), true);
  assert.equal(matches({ groupIds: [] }, { groupId: 3 }), false);
  const among = { deviceIds: [9], groupIds: [3] };
  assert.equal(matches({ among }, { id: 9, groupId: 4 }), true);
  assert.equal(matches({ among }, { id: 8, groupId: 3 }), true);
  assert.equal(matches({ among }, { id: 8, groupId: 4 }), false);
});

test('[WEB-12] the advanced filter: what a device never said does not hold', () => {
  for (const [name, attribute] of [
    ['driver', { driverUniqueId: 'd1' }],
    ['ignition', { ignition: true }],
    ['blocked', { blocked: true }],
  ] as const) {
    assert.equal(matches({ advanced: { [name]: true } }, {}, attribute), true, name);
    assert.equal(matches({ advanced: { [name]: false } }, {}, attribute), false, name);
    assert.equal(matches({ advanced: { [name]: true } }, {}, {}), false, name);
    assert.equal(matches({ advanced: { [name]: false } }, {}, null), true, name);
  }
  assert.equal(matches({ advanced: { driver: true } }, {}, { driverUniqueId: '' }), false);
  assert.equal(matches({ advanced: { anchor: true } }, {}, {}, true), true);
  assert.equal(matches({ advanced: { anchor: false } }, {}, {}, true), false);
});

test('[WEB-12] the advanced filter: brand, model and technology of the tracker', () => {
  const attributes = { 'device.gpsBrand': 'Suntech', 'device.model': 'ST310', 'device.technology': '4G' };
  assert.equal(
    matches({ advanced: { gpsBrand: 'Suntech', gpsModel: 'ST310', technology: '4G' } }, { attributes }),
    true,
  );
  assert.equal(matches({ advanced: { gpsBrand: 'Suntech', technology: '2G' } }, { attributes }), false);
  assert.equal(matches({ advanced: { gpsModel: 'ST310' } }, {}), false);
});

test('[WEB-12] all conditions must hold, the text too', () => {
  const device = { name: 'Baú São João', status: 'unknown' } as const;
  assert.equal(matches({ text: 'bau joao' }, device), true);
  assert.equal(matches({ text: 'desconhecido' }, device), true);
  assert.equal(matches({ text: 'bau', status: 'online' }, device), false);
  assert.equal(matches({ text: 'bau maria' }, device), false);
});

test('[WEB-12] only a longer text with the same filters narrows for sure', () => {
  assert.equal(narrows({ ...ALL, text: 'ab' }, { ...ALL, text: 'abc' }), true);
  assert.equal(narrows({ ...ALL, text: 'abc' }, { ...ALL, text: 'ab' }), false);
  assert.equal(narrows(ALL, { ...ALL, hiddenCategories: ['car'] }), false);
});

test('[WEB-13] the choices are the values that devices have, each once, in order', () => {
  const gatherer = new FacetGatherer();
  const put = (device: Partial<Device>): boolean => gatherer.add(subject(device).device);
  assert.equal(
    put({ category: 'van', attributes: { 'device.gpsBrand': 'Suntech', 'device.state': 'in stock' } }),
    true,
  );
  assert.equal(put({ category: 'car', attributes: { 'device.gpsBrand': 'Queclink' } }), true);
  const before = gatherer.facets;
  assert.equal(
    put({ category: 'car', attributes: { 'device.gpsBrand': 'Queclink', 'device.model': '' } }),
    false,
  );
  assert.equal(gatherer.facets, before);
  assert.deepEqual(before, {
    states: ['in stock'],
    categories: ['car', 'van'],
    gpsBrands: ['Queclink', 'Suntech'],
    gpsModels: [],
    technologies: [],
    attributes: ['device.gpsBrand', 'device.state'],
  });
  gatherer.clear();
  assert.deepEqual(gatherer.facets.categories, []);
});

test('[WEB-13] a fence is an anchor only if it says so and whose it is', () => {
  const fences = [
    { attributes: { isAnchor: true, deviceId: 4 } },
    { attributes: { isAnchor: 'true', deviceId: '5' } },
    { attributes: { isAnchor: true, deviceId: 4 } },
    { attributes: { isAnchor: false, deviceId: 6 } },
    { attributes: { isAnchor: true } },
    { attributes: { deviceId: 7 } },
  ];
  assert.deepEqual(anchoredDevices(fences), [4, 5]);
});
