// @vitest-environment node
import type { Device } from '@rastro/fleet';
import { expect, test } from 'vitest';
import { aWorkbook, dateCell, numberCell, textCell } from '../../../testing/a-workbook.ts';
import { newDevice } from '../fields/device-fields.ts';
import { matchColumns, withColumn } from './match-columns.ts';
import { choiceNames, planImport, takenBack, type ImportPlan, type ImportSubject } from './plan-import.ts';
import { writeCsv } from '../../../ui/sheets/write-csv.ts';
import { decodeText } from '../../../ui/sheets/decode-text.ts';
import { parseCsv } from '../../../ui/sheets/read-csv.ts';
import { MAX_ROWS, readTable } from '../../../ui/sheets/read-table.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test('[WEBDEV-14] delimiters, quotes and encodings of spreadsheets', async () => {
  expect(parseCsv('a;b\r\n1;"x;""y"""\n\n"2\nlines";').rows).toEqual([
    ['a', 'b'],
    ['1', 'x;"y"'],
    [],
    ['2\nlines', ''],
  ]);
  expect(parseCsv('\uFEFFa,b\n1,2').rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(parseCsv('a\tb\n1,5\t2').rows).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(parseCsv('"a,b";c\n1;2').rows).toEqual([
    ['a,b', 'c'],
    ['1', '2'],
  ]);
  expect(decodeText(new TextEncoder().encode('Caminhão'))).toBe('Caminhão');
  expect(decodeText(Uint8Array.of(0x43, 0x61, 0x6d, 0x69, 0x6e, 0x68, 0xe3, 0x6f))).toBe('Caminhão');
  expect(await readTable(bytes('Name;IMEI\nVan;1\n;\n\nTruck;2\n'), 'en')).toEqual({
    ok: true,
    table: {
      header: ['Name', 'IMEI'],
      rows: [
        { row: 2, cells: ['Van', '1'] },
        { row: 5, cells: ['Truck', '2'] },
      ],
      lines: ['Name;IMEI', 'Van;1', ';', '', 'Truck;2', ''],
    },
  });
});

test('[WEBDEV-14] a workbook: texts, long numbers, fractions and dates', async () => {
  const workbook = aWorkbook([
    [textCell('Name'), textCell('IMEI'), textCell('Tank'), textCell('Made')],
    [textCell('Van'), numberCell(490_154_203_237_518), numberCell(55.5), dateCell(46_022)],
  ]);
  expect(await readTable(workbook, 'pt-BR')).toEqual({
    ok: true,
    table: {
      header: ['Name', 'IMEI', 'Tank', 'Made'],
      rows: [{ row: 2, cells: ['Van', '490154203237518', '55,5', '2025-12-31'] }],
    },
  });
});

test('[WEBDEV-14] an unreadable file is an error', async () => {
  const why = async (of: ArrayBuffer) => {
    const result = await readTable(of, 'en');
    return result.ok ? null : result.why;
  };
  expect(await why(bytes(''))).toBe('empty');
  expect(await why(bytes('Name;IMEI\n'))).toBe('empty');
  expect(await why(bytes('PK no workbook'))).toBe('format');
  expect(await why(bytes('\u0000\u0001\n\u0002'))).toBe('format');
  expect(await why(new ArrayBuffer(20_000_001))).toBe('tooLarge');
  expect(await why(bytes(`IMEI\n${'1\n'.repeat(MAX_ROWS + 1)}`))).toBe('tooManyRows');
});

const LABELS = new Map([
  ['name', ['Nome', 'Nombre', 'Name']],
  ['uniqueId', ['Identificador (IMEI)', 'Identificador (IMEI)', 'Identifier (IMEI)']],
  ['plate', ['Placa', 'Patente', 'Plate']],
  ['vehicleModel', ['Modelo do veículo', 'Modelo del vehículo', 'Vehicle model']],
  ['speedLimit', ['Limite de velocidade', 'Límite de velocidad', 'Speed limit']],
  ['groupId', ['Grupo', 'Grupo', 'Group']],
] as const);

test('[WEBDEV-15] columns find their fields in three languages, each field once', () => {
  expect(matchColumns(['NOME', 'imei', 'Placa', 'Modelo', 'Cor do teto'], LABELS)).toEqual([
    'name',
    'uniqueId',
    'plate',
    'vehicleModel',
    null,
  ]);
  expect(matchColumns(['Patente', 'Límite de velocidad (km/h)', 'Grupo'], LABELS)).toEqual([
    'plate',
    'speedLimit',
    'groupId',
  ]);
  expect(matchColumns(['Vehicle', 'Identifier (IMEI)', 'License plate', 'Name'], LABELS)).toEqual([
    'name',
    'uniqueId',
    'plate',
    null,
  ]);
  expect(withColumn(['name', 'plate', null], 2, 'name')).toEqual([null, 'plate', 'name']);
  expect(withColumn(['name', 'plate', null], 0, null)).toEqual([null, 'plate', null]);
});

const VAN: Device = {
  ...newDevice(),
  id: 3,
  name: 'Van',
  uniqueId: '1',
  attributes: { plate: 'ABC-1234', own: 'x', speedLimit: 43.19654 },
};
const HEADER = [
  'uniqueId',
  'name',
  'plate',
  'state',
  'groupId',
  'speedLimit',
  'manufactureDate',
  'color',
] as const;
function subject(rows: readonly (readonly string[])[], more: Partial<ImportSubject> = {}): ImportSubject {
  return {
    table: { header: HEADER, rows: rows.map((cells, at) => ({ row: at + 2, cells })) },
    mapping: HEADER,
    devices: [VAN, { ...VAN, id: 9, uniqueId: 'deleted-9-5' }],
    context: { brand: 'acme', language: 'pt-BR', speedUnit: 'kmh', zone: 'UTC' },
    names: {
      ...choiceNames((_kind, value) => (value === 'stock' ? 'Em estoque' : value)),
      groupId: new Map([['norte', '4']]),
    },
    mayCreate: true,
    mayEdit: true,
    ...more,
  };
}
function plan(of: ImportSubject): ImportPlan & { readonly slices: number } {
  const work = planImport(of);
  let slices = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return { ...value, slices };
    slices++;
  }
}

test('[WEBDEV-16] rows are new, changed, the same or wrong', () => {
  const result = plan(
    subject([
      ['1', '', 'abc1234', '', '', '80'],
      ['2', 'Truck', 'BRA2E19', 'em estoque', 'NORTE', '90,5', '31/12/2025', '#123456'],
      ['', 'Nobody'],
      ['2', 'Twice'],
      ['3', ''],
      ['4', 'A', '', 'nowhere'],
      ['5', 'B', '', '', 'Sul'],
      ['6', 'C', '', '', '', 'fast'],
      ['7', 'D', '', '', '', '', '31/02/2025'],
      ['8', 'E', '', '', '', '', '', 'reddish'],
      ['5-5', 'F'],
    ]),
  );
  expect(result.same).toBe(1);
  expect(result.changed).toEqual([]);
  expect(result.created.map(({ row }) => row)).toEqual([3, 12]);
  expect(result.created[0]?.after).toMatchObject({
    id: 0,
    name: 'Truck',
    uniqueId: '2',
    groupId: 4,
    attributes: {
      plate: 'BRA2E19',
      'device.state': 'stock',
      manufactureDate: '2025-12-31',
      'acme.color': '#123456',
    },
  });
  expect(result.wrong.map(({ row, field, problem }) => [row, field, problem])).toEqual([
    [4, 'uniqueId', 'required'],
    [5, 'uniqueId', 'duplicate'],
    [6, 'name', 'required'],
    [7, 'state', 'unknownName'],
    [8, 'groupId', 'unknownName'],
    [9, 'speedLimit', 'notANumber'],
    [10, 'manufactureDate', 'notADate'],
    [11, 'color', 'notAColor'],
  ]);
});

test('[WEBDEV-16] a change keeps what its row does not name; rights decide what may be done', () => {
  const rows = [
    ['1', 'Van 2', 'XYZ9876'],
    ['2', 'New'],
  ];
  const { changed } = plan(subject(rows));
  expect(changed).toEqual([
    {
      row: 2,
      before: VAN,
      after: { ...VAN, name: 'Van 2', attributes: { ...VAN.attributes, plate: 'XYZ-9876' } },
    },
  ]);
  expect(
    plan(subject(rows, { mayCreate: false, mayEdit: false })).wrong.map(({ problem }) => problem),
  ).toEqual(['mayNotEdit', 'mayNotCreate']);
  const american = subject([['2', 'N', '', '', '', '', '12/31/2025']]);
  const en = plan({ ...american, context: { ...american.context, language: 'en' } });
  expect(en.created[0]?.after.attributes['manufactureDate']).toBe('2025-12-31');
});

test('[WEBDEV-27] an end keeps its time of day in the zone of the user; a day behind which midnight stands is a day', async () => {
  const header = ['uniqueId', 'name', 'expirationTime', 'manufactureDate'] as const;
  const zone = 'America/Manaus';
  const endOf = (cell: string, language: 'pt-BR' | 'en' = 'pt-BR'): string | null => {
    const result = plan({
      ...subject([]),
      table: { header, rows: [{ row: 2, cells: ['2', 'N', cell, '2025-12-31 00:00:00'] }] },
      mapping: header,
      context: { brand: 'acme', language, speedUnit: 'kmh', zone },
    });
    const made = result.created[0]?.after;
    if (made !== undefined) expect(made.attributes['manufactureDate']).toBe('2025-12-31');
    return made === undefined ? 'rejected' : made.expirationTime;
  };
  expect(endOf('31/12/2026')).toBe('2026-12-31T04:00:00.000Z');
  expect(endOf('31/12/2026 18:30')).toBe('2026-12-31T22:30:00.000Z');
  expect(endOf('1/2/2027 8:05:00')).toBe('2027-02-01T12:05:00.000Z');
  expect(endOf('1/2/2027 6:30 PM', 'en')).toBe('2027-01-02T22:30:00.000Z');
  expect(endOf('2026-12-31T18:30')).toBe('2026-12-31T22:30:00.000Z');
  expect(endOf('2026-12-31T18:30:00.000+00:00')).toBe('2026-12-31T18:30:00.000Z');
  for (const none of ['31/02/2027', '31/12/2026 25:00', '2026-13-45T10:00:00Z', 'amanhã'])
    expect(endOf(none), none).toBe('rejected');
  const workbook = aWorkbook([[textCell('End')], [dateCell(46_022.770_833_3)]]);
  expect(await readTable(workbook, 'pt-BR')).toMatchObject({
    table: { rows: [{ cells: ['2025-12-31T18:30'] }] },
  });
});

test('[WEBDEV-60] identifiers that spreadsheets damaged are wrong, those that they wrapped are read', () => {
  const result = plan(
    subject([
      ['3,52094E+14', 'Rounded', 'ABC1234', 'stock'],
      ['3.52094e14', 'Rounded, too', 'ABC1234', 'stock'],
      ['="350000000000014"', 'Wrapped', 'ABC1234', 'stock'],
      ["'350000000000022", 'Quoted', 'ABC1234', 'stock'],
      ['35 000000 000003 0', 'Spaced', 'ABC1234', 'stock'],
      ['３５０００００００００００４８', 'Wide', 'ABC1234', 'stock'],
      ['350000000000014', 'The same as the wrapped one', 'ABC1234', 'stock'],
    ]),
  );
  expect(result.wrong.map(({ row, problem }) => [row, problem])).toEqual([
    [2, 'rounded'],
    [3, 'rounded'],
    [8, 'duplicate'],
  ]);
  expect(result.created.map(({ after }) => after.uniqueId)).toEqual([
    '350000000000014',
    '350000000000022',
    '350000000000030',
    '350000000000048',
  ]);
});

test('[WEBDEV-61] a first line that names the delimiter is no row, and rows keep their numbers', async () => {
  const bytes = new TextEncoder().encode('sep=;\r\nuniqueId;name\r\n1;a,b,c,d,e\r\n').buffer;
  expect(await readTable(bytes, 'pt-BR')).toEqual({
    ok: true,
    table: {
      header: ['uniqueId', 'name'],
      rows: [{ row: 3, cells: ['1', 'a,b,c,d,e'] }],
      lines: ['sep=;', 'uniqueId;name', '1;a,b,c,d,e', ''],
    },
  });
});

test('[WEBDEV-17] failures are written for spreadsheets, and run nothing in them', () => {
  const rows = [
    ['Linha', 'Motivo'],
    ['2', '=1+1'],
    ['3', 'a;b "c"'],
  ];
  const text = writeCsv(rows, ';');
  expect(text).toBe('\uFEFFLinha;Motivo\r\n2;\'=1+1\r\n3;"a;b ""c"""\r\n');
  expect(parseCsv(text).rows).toEqual([rows[0], ['2', "'=1+1"], rows[2]]);
});

test('[WEBDEV-18] taking back touches only what the import wrote', () => {
  const [row] = plan(subject([['1', 'Van 2', 'XYZ9876', 'installed']])).changed;
  if (row === undefined) throw new Error('no row');
  const { attributes } = row.after;
  const since = { ...row.after, phone: '123', attributes: { ...attributes, vin: 'new', own: 'y' } };
  expect(takenBack(since, row)).toEqual({
    ...VAN,
    phone: '123',
    attributes: { ...VAN.attributes, vin: 'new', own: 'y' },
  });
});

test('[WEBDEV-19] 10,000 rows are compared in slices', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [`unit-${at}`, `Van ${at}`, 'ABC1234', 'stock']);
  const result = plan(subject(rows));
  expect(result.created).toHaveLength(10_000);
  expect(result.slices).toBe(40);
});
