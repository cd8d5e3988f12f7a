import { LANGUAGES } from '@rastro/fleet';
import { SHEET_REPORTS } from '@rastro/fleet/schemas';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTexts } from '../../../testing/read-texts.ts';
import { REPORT_SCREENS } from './registry.ts';

test('[REPW-1] every report has a screen at an address of its own, with words in each language', () => {
  expect(REPORT_SCREENS.map(({ type }) => type).toSorted()).toEqual(SHEET_REPORTS.toSorted());
  expect(new Set(REPORT_SCREENS.map(({ path }) => path)).size).toBe(REPORT_SCREENS.length);
  const texts = readTexts();
  const missing = LANGUAGES.flatMap((language) =>
    REPORT_SCREENS.flatMap(({ path, columns }) => [
      `reports:kind.${path}.title`,
      `reports:kind.${path}.about`,
      `reports:kind.${path}.words`,
      ...columns.map(({ id }) => `reports:column.${id}`),
    ]).filter((key) => texts.get(language)?.has(key) !== true),
  );
  expect(missing).toEqual([]);
});

test('[REPW-1] every report is one file of its type, with an icon, and leads with columns that it has', () => {
  const files = new Set(globSync('*.ts', { cwd: import.meta.dirname }));
  for (const { type, icon, columns, lead = [], chart } of REPORT_SCREENS) {
    const ids = columns.map(({ id }) => id);
    expect(files, type).toContain(`${type}.ts`);
    expect(icon, type).toBeDefined();
    expect(new Set(ids).size, type).toBe(ids.length);
    expect(ids, type).toEqual(expect.arrayContaining([...lead, ...(chart ? [chart.column] : [])]));
  }
  expect(new Set(REPORT_SCREENS.map(({ icon }) => icon)).size).toBe(REPORT_SCREENS.length);
});

test('[REPW-1] the addresses are those that are known', () => {
  expect(REPORT_SCREENS.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['resume', 'travels', 'stops', 'events', 'history']),
  );
});
