import { LANGUAGES } from '@rastro/fleet';
import { SHEET_REPORTS } from '@rastro/fleet/schemas';
import { expect, test } from 'vitest';
import { readTexts } from '../../../testing/read-texts.ts';
import { REPORT_SCREENS } from './index.ts';

test('[REPW-1] every report has a screen at an address of its own, with words in each language', () => {
  expect(REPORT_SCREENS.map(({ type }) => type).toSorted()).toEqual(SHEET_REPORTS.toSorted());
  expect(new Set(REPORT_SCREENS.map(({ path }) => path)).size).toBe(REPORT_SCREENS.length);
  const texts = readTexts();
  const missing = LANGUAGES.flatMap((language) =>
    REPORT_SCREENS.flatMap(({ path, columns }) => [
      `reports:kind.${path}.title`,
      `reports:kind.${path}.about`,
      ...columns.map(({ id }) => `reports:column.${id}`),
    ]).filter((key) => texts.get(language)?.has(key) !== true),
  );
  expect(missing).toEqual([]);
});

test('[REPW-1] the addresses are those that are known', () => {
  expect(REPORT_SCREENS.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['resume', 'travels', 'stops', 'events', 'history']),
  );
});
