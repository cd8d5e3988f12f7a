import { Truck } from 'lucide-react';
import { expect, test } from 'vitest';
import { findable, findItems, MAX_PER_KIND, type PaletteItem } from './palette-items.ts';

const item = (title: string, detail = ''): PaletteItem => ({
  key: title,
  kind: 'screen',
  title,
  detail,
  icon: Truck,
  run: () => undefined,
});
const find = (titles: readonly PaletteItem[], text: string): readonly string[] =>
  findItems(
    titles.map((each) => findable(each)),
    text,
  ).map(({ title }) => title);

test('[PALETTE-1] every word must occur, without case or accents; what begins with the text comes first', () => {
  const items = [item('Garagem São Paulo'), item('São Bento', 'garagem'), item('Posto')];
  expect(find(items, 'sao')).toEqual(['São Bento', 'Garagem São Paulo']);
  expect(find(items, 'GARAGEM sao')).toEqual(['Garagem São Paulo', 'São Bento']);
  expect(find(items, 'sao posto')).toEqual([]);
  expect(find(items, '  ')).toEqual([]);
});

test('[PALETTE-1] of each kind a few are offered', () => {
  const items = Array.from({ length: 50 }, (_, at) => item(`Place ${at}`));
  expect(find(items, 'place')).toHaveLength(MAX_PER_KIND);
});
