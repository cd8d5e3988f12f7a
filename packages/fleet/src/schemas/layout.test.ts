import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAYOUT_LIMITS } from '../layouts/layout.ts';
import { layoutContentBody } from './layout.ts';

const widget = { id: 'a', kind: 'fromTheFuture', x: 0, y: 4, w: 4, h: 3, settings: { hours: 6 } };
const content = { name: ' Morning ', period: { preset: 'today' }, widgets: [widget] };

test('[LAYOUT-8] an unknown kind is stored as it is; what lies anywhere is compacted', () => {
  assert.deepEqual(layoutContentBody.parse(content), {
    name: 'Morning',
    period: { preset: 'today' },
    groupIds: [],
    deviceIds: [],
    widgets: [{ ...widget, y: 0 }],
  });
});

test('[LAYOUT-8] limits of number, size, texts and settings; ids are unique', () => {
  const many = Array.from({ length: LAYOUT_LIMITS.widgets + 1 }, (_, at) => ({ ...widget, id: `w${at}` }));
  const settings = Object.fromEntries(many.slice(0, LAYOUT_LIMITS.settings + 1).map(({ id }) => [id, 1]));
  const wrong = [
    { ...content, name: '' },
    { ...content, name: 'x'.repeat(LAYOUT_LIMITS.name + 1) },
    { ...content, period: { preset: 'someday' } },
    { ...content, period: { from: '2026-02-30', to: '2026-03-01' } },
    { ...content, period: { from: '2026-03-02', to: '2026-03-01' } },
    { ...content, deviceIds: [0] },
    { ...content, widgets: many },
    { ...content, widgets: [widget, { ...widget, x: 4 }] },
    { ...content, widgets: [{ ...widget, kind: '<script>' }] },
    { ...content, widgets: [{ ...widget, y: -1 }] },
    { ...content, widgets: [{ ...widget, settings: { text: 'x'.repeat(LAYOUT_LIMITS.text + 1) } }] },
    { ...content, widgets: [{ ...widget, settings: { deep: {} } }] },
    { ...content, widgets: [{ ...widget, settings }] },
    { ...content, more: 1 },
  ];
  for (const each of wrong)
    assert.equal(layoutContentBody.safeParse(each).success, false, JSON.stringify(each));
});
