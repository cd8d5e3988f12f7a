import { expect, test } from 'vitest';
import { REPORT_SCREENS } from './kinds/registry.ts';
import { gridOf, leadFirst, visibleColumns } from './table-grid.ts';

/** A phone of 390 px, without the edges of the screen. */
const PHONE_PX = 374;
const kindOf = (path: string) => REPORT_SCREENS.find((kind) => kind.path === path)!;

/** Columns that are whole in sight before anything is scrolled. */
function inSight(path: string): readonly string[] {
  const { columns, lead } = kindOf(path);
  const visible = leadFirst(visibleColumns(columns, null), lead);
  const widths = visible.map((_, at) => gridOf(visible.slice(0, at + 1), true).minWidthPx);
  // The link at the end is scrolled to.
  return visible.filter((_, at) => (widths[at] ?? 0) - 40 <= PHONE_PX).map(({ head }) => head.id);
}

test('[REPW-400] on a phone the main figure of a report is in sight next to the vehicle', () => {
  expect(inSight('resume').slice(0, 2)).toEqual(['vehicle', 'distance']);
  expect(inSight('travels').slice(0, 2)).toEqual(['vehicle', 'distance']);
  expect(inSight('totals')).toEqual(['name', 'distance', 'moving']);
  expect(inSight('daily')).toEqual(['vehicle', 'day', 'distance']);
  expect(inSight('speeding')).toEqual(['vehicle', 'maxSpeed', 'over']);
  expect(inSight('stops').slice(0, 2)).toEqual(['vehicle', 'duration']);
});

test('[REPW-400] each lead is a column of its report, and every column is shown once', () => {
  for (const { path, columns, lead = [] } of REPORT_SCREENS) {
    const ids = columns.map(({ id }) => id);
    expect(
      lead.filter((id) => !ids.includes(id)),
      path,
    ).toEqual([]);
    const visible = visibleColumns(columns, null);
    expect(
      leadFirst(visible, lead).toSorted((a, b) => a.at - b.at),
      path,
    ).toEqual([...visible]);
  }
});
