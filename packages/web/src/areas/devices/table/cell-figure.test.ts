// @vitest-environment node
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createFormat, type DisplayChoices } from '../../../i18n/format.ts';
import { NO_NAMES } from '../../../live/fleet.ts';
import { aVehicle } from '../../../testing/memory-fleet.ts';
import { XlsxFile } from '../../../ui/sheets/xlsx-file.ts';
import { cellFigure } from './cell-figure.ts';
import type { CellTextContext } from './cell-text.ts';
import type { ColumnId } from './columns.ts';

const choicesOf = (part: Partial<DisplayChoices>): DisplayChoices => ({
  language: 'pt-BR',
  zone: 'America/Sao_Paulo',
  hour12: false,
  speedUnit: 'kmh',
  distanceUnit: 'km',
  temperatureUnit: 'celsius',
  coordinateFormat: 'dd',
  ...part,
});
const VEHICLE = aVehicle(
  {
    name: 'Ambar',
    lastUpdate: '2026-03-02T15:30:20Z',
    attributes: { simValidity: '2027-01-31', axles: 3, monthlyValue: 9900, box: 'steel' },
  },
  {
    speed: 27 as never,
    attributes: { odometer: 12_000, hours: 5_400_000, batteryLevel: 80, power: 12, sat: 9 },
  },
);
const figures = (ids: readonly ColumnId[], part: Partial<DisplayChoices> = {}) => {
  const choices = choicesOf(part);
  const t = ((key: string) => key) as unknown as CellTextContext['t'];
  const textContext = {
    t,
    format: createFormat(choices),
    brand: 'rastro',
    names: NO_NAMES,
    fences: new Map(),
  };
  return ids.map((id) => cellFigure(id, VEHICLE, { choices, textContext }));
};
const DAY = 46_083;

test('[WEBTABLE-9] figures keep their value and show the unit of the reader; dates have the zone and language of the reader', () => {
  const asked = ['speed', 'odometer', 'lastUpdate', 'own:simValidity'] as const;
  const civil = { number: 46_418, format: 'dd/mm/yyyy' };
  expect(figures(asked)).toEqual([
    { number: 50, format: '0" km/h"' },
    { number: 12, format: '#,##0.0" km"' },
    { number: expect.closeTo(DAY + 12.5 / 24 + 20 / 86_400, 6), format: 'dd/mm/yyyy hh:mm:ss' },
    civil,
  ]);
  expect(figures(asked, { language: 'es', speedUnit: 'kn', distanceUnit: 'nmi' })).toEqual([
    { number: 27, format: '0" kn"' },
    { number: 6.5, format: '#,##0.0" NM"' },
    { number: expect.closeTo(DAY + 12.5 / 24 + 20 / 86_400, 6), format: 'dd/mm/yyyy hh:mm:ss' },
    civil,
  ]);
  expect(
    figures(asked, { language: 'en', hour12: true, zone: 'UTC', speedUnit: 'mph', distanceUnit: 'mi' }),
  ).toEqual([
    { number: 31.1, format: '0" mph"' },
    { number: 7.5, format: '#,##0.0" mi"' },
    { number: expect.closeTo(DAY + 15.5 / 24 + 20 / 86_400, 6), format: 'mm/dd/yyyy h:mm:ss AM/PM' },
    { ...civil, format: 'mm/dd/yyyy' },
  ]);
});

test('[WEBTABLE-9] hours, levels and counts are numbers; what only words explain is none', () => {
  expect(figures(['hours', 'battery', 'satellites', 'own:axles'])).toEqual([
    { number: 1.5, format: '#,##0.0" h"' },
    { number: 80, format: '0"%"' },
    9,
    3,
  ]);
  expect(figures(['state', 'place', 'own:monthlyValue', 'own:box', 'own:none'])).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test('[WEBTABLE-9] a spreadsheet has the formats of its numbers', async () => {
  const file = new XlsxFile({ name: 'A', brand: 'Norte', widths: [9, 9] });
  file.add([
    ['Speed', 'Name'],
    [{ number: 50, format: '0" km/h"' }, 'Ambar'],
  ]);
  const files = unzipSync(new Uint8Array(await file.end().arrayBuffer()));
  const read = (path: string): string => new TextDecoder().decode(files[path]);
  expect(read('xl/worksheets/sheet1.xml')).toContain('<c r="A5" s="6"><v>50</v></c>');
  expect(read('xl/styles.xml')).toContain('<numFmt numFmtId="164" formatCode="0&quot; km/h&quot;"/>');
});
