import { expect, test } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { firstTexts } from './first-texts.ts';

test('[WEB-900] texts of the shell, and of the past where a link leads there, are there from the beginning', async () => {
  const has = async (path: string, area: string): Promise<boolean> =>
    (await createI18n('en', firstTexts(path))).hasResourceBundle('en', area);
  expect(await has('/home', 'shell')).toBe(true);
  expect(await has('/home', 'history')).toBe(false);
  expect(await has('/history', 'history')).toBe(true);
  expect(firstTexts('/history')).toContain('map');
});
