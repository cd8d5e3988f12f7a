import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compactUp, moveTo, overlaps, place } from './grid.ts';
import type { LayoutContent, Widget } from './layout.ts';
import { mergeLayouts } from './merge-layouts.ts';

const widget = (id: string, more: Partial<Widget> = {}): Widget => ({
  id,
  kind: 'alarms',
  x: 0,
  y: 0,
  w: 4,
  h: 3,
  settings: {},
  ...more,
});
const content = (widgets: readonly Widget[], name = 'Mine'): LayoutContent => ({
  name,
  period: { preset: 'today' },
  groupIds: [],
  deviceIds: [],
  widgets: compactUp(widgets),
});
const idsOf = ({ widgets }: LayoutContent) => widgets.map(({ id }) => id).toSorted();

test('[LAYOUT-6] two devices add, move and remove: both changes stay, a removal wins over a move', () => {
  const base = content([widget('a'), widget('b', { x: 4 }), widget('c', { x: 8 })]);
  const mine: LayoutContent = {
    ...base,
    name: 'Morning',
    widgets: compactUp([...moveTo(base.widgets, 'a', { x: 8, y: 3 }), widget('m', { y: 9 })]),
  };
  const theirs: LayoutContent = {
    ...base,
    period: { preset: 'thisWeek' },
    widgets: place(
      base.widgets.filter(({ id }) => id !== 'a'),
      widget('t'),
    ),
  };
  const merged = mergeLayouts(base, mine, theirs);
  assert.deepEqual(idsOf(merged), ['b', 'c', 'm', 't']);
  assert.deepEqual([merged.name, merged.period], ['Morning', { preset: 'thisWeek' }]);
  const settings = { hours: 4 };
  const set = { ...base, widgets: base.widgets.map((each) => ({ ...each, settings })) };
  const moved = { ...base, widgets: moveTo(base.widgets, 'b', { x: 6, y: 5 }) };
  const [b] = mergeLayouts(base, moved, set).widgets.filter(({ id }) => id === 'b');
  assert.deepEqual([b?.x, b?.settings], [6, settings], 'place of one, settings of the other');
});

test('[LAYOUT-6] a merge never overlaps, and without a change on one side it is the other', () => {
  const one = fc
    .array(
      fc.record({
        n: fc.integer({ min: 0, max: 9 }),
        x: fc.integer({ min: 0, max: 11 }),
        y: fc.integer({ min: 0, max: 9 }),
        w: fc.integer({ min: 1, max: 12 }),
        h: fc.integer({ min: 1, max: 5 }),
      }),
    )
    .map((all) => content([...new Map(all.map(({ n, ...box }) => [n, widget(`w${n}`, box)])).values()]));
  fc.assert(
    fc.property(one, one, one, (base, mine, theirs) => {
      const { widgets } = mergeLayouts(base, mine, theirs);
      for (const [at, a] of widgets.entries())
        for (const b of widgets.slice(at + 1)) assert.ok(!overlaps(a, b));
      assert.deepEqual(mergeLayouts(base, mine, base), mine);
      assert.deepEqual(mergeLayouts(base, base, theirs), theirs);
    }),
  );
});
