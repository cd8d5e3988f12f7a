// @vitest-environment node
import { expect, test } from 'vitest';
import { mergeEdits } from './over-theirs.ts';

const BASE = { id: 1, name: 'Van', groupId: 0, attributes: { a: 1, b: 2 } as Record<string, unknown> };
const merge = (mine: Partial<typeof BASE>, theirs: object, reported: Partial<typeof BASE> | null = null) =>
  mergeEdits(
    {
      opened: BASE,
      before: BASE,
      mine: { ...BASE, ...mine },
      reported: reported && { ...BASE, ...reported },
    },
    {
      ...BASE,
      ...theirs,
    },
  );

test('[WRITE-5] changes of two users are merged attribute by attribute', () => {
  expect(merge({ name: 'Truck' }, { groupId: 4 })).toEqual({ ...BASE, name: 'Truck', groupId: 4 });
  expect(merge({ attributes: { a: 9, b: 2 } }, { attributes: { a: 1, c: 3 } })?.attributes).toEqual({
    a: 9,
    c: 3,
  });
  expect(merge({ attributes: { b: 2 } }, { attributes: { a: 1, b: 5 } })?.attributes, 'taken away').toEqual({
    b: 5,
  });
});

test('[WRITE-5] the same changed by both is contested, unless it is the same or the user was asked', () => {
  expect(merge({ name: 'Truck' }, { name: 'Bus' })).toBeNull();
  expect(merge({ attributes: { a: 2, b: 2 } }, { attributes: { b: 2 } })).toBeNull();
  expect(merge({ name: 'Truck' }, { name: 'Truck' })?.name).toBe('Truck');
  expect(merge({ name: 'Truck' }, { name: 'Bus' }, { name: 'Bus' })?.name).toBe('Truck');
  expect(merge({ name: 'Truck' }, { name: 'Cab' }, { name: 'Bus' }), 'again another').toBeNull();
});

test('[WRITE-5] a field that the server does not tell keeps what the form has', () => {
  const { groupId: _, ...rest } = BASE;
  const merged = mergeEdits(
    { opened: BASE, before: BASE, mine: { ...BASE, name: 'x' }, reported: null },
    rest as typeof BASE,
  );
  expect(merged).toEqual({ ...BASE, name: 'x' });
});

test('[WRITE-300] a default that the form fills in is no change of another user, and is not written unless it is chosen', () => {
  const opened = { ...BASE, attributes: { a: 1 } };
  const before = { ...BASE, attributes: { a: 1, unit: 'kmh' } };
  const mine = { ...BASE, attributes: { a: 1, unit: 'mph' } };
  expect(mergeEdits({ opened, before, mine, reported: null }, opened)?.attributes).toEqual({
    a: 1,
    unit: 'mph',
  });
  const renamed = { ...before, name: 'Truck' };
  expect(mergeEdits({ opened, before, mine: renamed, reported: null }, opened)).toEqual({
    ...opened,
    name: 'Truck',
  });
  const theirs = { ...BASE, attributes: { a: 1, unit: 'kn' } };
  expect(mergeEdits({ opened, before, mine, reported: null }, theirs), 'a second writer').toBeNull();
});

test('[WRITE-300] another order of members is no change', () => {
  const opened = { ...BASE, attributes: { box: { x: 1, y: 2 } } };
  const mine = { ...BASE, attributes: { box: { x: 3, y: 2 } } };
  const theirs = { ...BASE, attributes: { box: { y: 2, x: 1 } } };
  expect(mergeEdits<object>({ opened, before: opened, mine, reported: null }, theirs)).not.toBeNull();
});
