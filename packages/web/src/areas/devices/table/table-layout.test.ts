// @vitest-environment node
import type { Right } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { FIRST_COLUMNS, offeredColumns } from './columns.ts';
import {
  moved,
  movedTo,
  readLayout,
  resized,
  toggled,
  writeLayout,
  type TableLayout,
} from './table-layout.ts';

const idsOf = (layout: TableLayout): readonly string[] => layout.map(({ id }) => id);
const FOUR = readLayout('[["name",200],["plate",100],["speed",90],["own:box",120]]');

test('[WEBTABLE-1] what is written reads back; what is no column is left out, and the name is always first', () => {
  expect(readLayout(writeLayout(FOUR))).toEqual(FOUR);
  expect(idsOf(readLayout('[["plate",1],["x",5],7,["own:",5],["name",9999]]'))).toEqual(['name', 'plate']);
  expect(readLayout('[["plate",1],["name",9999]]').map(({ px }) => px)).toEqual([640, 64]);
  for (const text of [null, '', '{', '"text"']) expect(idsOf(readLayout(text))).toEqual(FIRST_COLUMNS);
});

test('[WEBTABLE-1] columns are moved, shown and hidden; the first stays', () => {
  expect(idsOf(moved(FOUR, 'speed', -1))).toEqual(['name', 'speed', 'plate', 'own:box']);
  expect(idsOf(moved(FOUR, 'speed', 1))).toEqual(['name', 'plate', 'own:box', 'speed']);
  expect(moved(FOUR, 'plate', -1)).toEqual(FOUR);
  expect(moved(FOUR, 'own:box', 1)).toEqual(FOUR);
  expect(idsOf(movedTo(FOUR, 'own:box', 'plate'))).toEqual(['name', 'own:box', 'plate', 'speed']);
  expect(movedTo(FOUR, 'name', 'speed')).toEqual(FOUR);
  expect(idsOf(toggled(FOUR, 'plate'))).toEqual(['name', 'speed', 'own:box']);
  expect(idsOf(toggled(FOUR, 'model')).at(-1)).toBe('model');
  expect(toggled(FOUR, 'name')).toEqual(FOUR);
  expect(resized(FOUR, 'plate', 5)[1]?.px).toBe(64);
});

test('[WEBTABLE-5] without a right its columns are not offered', () => {
  const attributes = ['box', 'iccid', 'rastro.plate', 'rastro.color', 'monthlyValue', 'install.phone'];
  const all = offeredColumns(attributes, () => true);
  expect(all).toContain('phone');
  expect(all.filter((id) => id.startsWith('own:'))).toEqual([
    'own:box',
    'own:iccid',
    'own:monthlyValue',
    'own:install.phone',
  ]);
  const few = offeredColumns(attributes, (right: Right) => right === 'devices.view');
  expect(few.filter((id) => id.startsWith('own:'))).toEqual(['own:box']);
  for (const id of ['phone', 'driver', 'group', 'geofences']) expect(few).not.toContain(id);
});
