import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveRows } from './save-rows.ts';
import { dayFigure, durationFigure, instantFigure } from './sheet-value.ts';

const saved: { name: string; content: string | Blob }[] = [];
vi.mock('../save-file.ts', () => ({
  saveFile: (name: string, content: string | Blob) => void saved.push({ name, content }),
}));
beforeEach(() => void saved.splice(0));

const READER = { language: 'pt-BR', hour12: false, zone: 'America/Sao_Paulo' } as const;
const AT = Date.parse('2026-03-02T15:00:00Z');
const SHEET = {
  name: 'Check-ins',
  brand: 'Frota Teste',
  language: 'pt-BR',
  widths: [20, 20, 20],
  rows: [
    ['Desde', 'Dia', 'Duração'],
    [
      { text: '02/03/2026, 12:00', figure: instantFigure(AT, READER) },
      { text: '02/03/2026', figure: dayFigure('2026-03-02', READER) },
      { text: '1 h 30 min', figure: durationFigure(5_400_000) },
    ],
  ],
} as const;

test('[WEB-700] short tables have dates and durations that a spreadsheet counts with, and words in a CSV file', async () => {
  await saveRows('csv', SHEET);
  expect(saved[0]?.content).toContain('"02/03/2026, 12:00";02/03/2026;1 h 30 min');
  await saveRows('xlsx', SHEET);
  const { content = '' } = saved[1] ?? {};
  if (typeof content === 'string') throw new Error('it is no spreadsheet');
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()));
  const rows = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  for (const number of ['46083.5', '46083', '0.0625']) expect(rows).toContain(`<v>${number}</v>`);
  const styles = strFromU8(files['xl/styles.xml'] ?? new Uint8Array());
  for (const format of ['dd/mm/yyyy hh:mm:ss', 'dd/mm/yyyy', '[h]:mm']) expect(styles).toContain(format);
});
