import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '../entities/device.ts';
import type { Position } from '../entities/position.ts';
import type { Driver } from '../entities/linked-objects.ts';
import { licenceContent } from './licence-figures.ts';
import { compileFilter } from '../filters/device-filter.ts';
import { chooseCombined, statusAndMotion } from '../filters/combined-filter.ts';
import { membersOf } from './members.ts';
import { countStates, FIGURE_STATES } from './present-figures.ts';

const driver = (id: number, validity?: string): Driver => ({
  id,
  name: `Driver ${id}`,
  uniqueId: `${id}`,
  attributes: validity === undefined ? {} : { 'acme.licenceValidity': validity },
});

test('[FIGURE-5] licences that ended or end within a month, by the day of the zone; none is no figure', () => {
  // Already the 26th in Tokyo.
  const now = Date.parse('2026-11-25T20:00:00Z');
  const drivers = [
    driver(1, '2026-12-25'),
    driver(2, '2026-11-25'),
    driver(3, '2027-12-01'),
    driver(4),
    driver(5, 'x'),
  ];
  const at = (zone: string) => licenceContent(drivers, { brand: 'acme', now, zone });
  const counts = (zone: string) => at(zone).figures.map(({ value }) => value);
  assert.deepEqual(
    [counts('Asia/Tokyo'), counts('America/Bahia')],
    [
      [1, 1],
      [0, 2],
    ],
  );
  assert.deepEqual(
    at('Asia/Tokyo').rows.map(({ key, details }) => [key, details]),
    [
      ['2', [{ day: '2026-11-25' }]],
      ['1', [{ day: '2026-12-25' }]],
    ],
  );
  assert.deepEqual(licenceContent([driver(3, '2027-12-01')], { brand: 'acme', now, zone: 'UTC' }), {
    figures: [],
    rows: [],
  });
});

test('[FIGURE-6] an overview is about the vehicles chosen and those below the groups chosen; nothing chosen = all', () => {
  const group = (id: number, groupId: number) => ({ id, groupId, name: `${id}`, attributes: {} });
  const vehicles = [1, 2, 3].map((id) => ({ id, groupId: id + 10 }));
  const groups = [group(11, 0), group(12, 11), group(13, 0)];
  assert.equal(membersOf({ deviceIds: [], groupIds: [] }, vehicles, groups), null);
  assert.deepEqual(membersOf({ deviceIds: [3, 9], groupIds: [11] }, vehicles, groups), new Set([1, 2, 3]));
  assert.deepEqual(membersOf({ deviceIds: [], groupIds: [13] }, vehicles, groups), new Set([3]));
});

test('[FIGURE-7] vehicles by state are as many as their list finds, also those that moved and went silent', () => {
  const vehicles = (['online', 'offline', 'unknown'] as const).flatMap((status) =>
    [{ motion: true }, { motion: false }, null].map((attributes) => ({
      device: { id: 1, attributes: {}, groupId: 0, category: null, status } as unknown as Device,
      position: attributes && ({ attributes } as unknown as Position),
    })),
  );
  const counts = countStates(vehicles);
  assert.deepEqual(counts, { moving: 3, stopped: 2, offline: 3, unknown: 3 });
  for (const state of FIGURE_STATES) {
    const matches = compileFilter({ text: '', ...statusAndMotion(chooseCombined(state)) });
    const found = vehicles.filter((each) => matches({ ...each, isAnchored: false, searchText: '' }));
    assert.equal(found.length, counts[state], state);
  }
});
