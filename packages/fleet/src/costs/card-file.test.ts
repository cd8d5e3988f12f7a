import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cardCents,
  cardDay,
  cardNumber,
  cardTime,
  fitsOdometer,
  fixedCells,
  fixedLength,
  guessForms,
  guessWidths,
  plateKey,
  readCardFile,
  readWidths,
  usualKind,
  type CardMapping,
  type FileRow,
} from './index.ts';

const MAPPING: CardMapping = {
  provider: 'Cartão A',
  heads: '',
  widths: [],
  columns: {
    transaction: 0,
    plate: 1,
    date: 2,
    product: 3,
    quantity: 4,
    price: 5,
    value: 6,
    odometer: 7,
    station: 8,
  },
  preamble: 2,
  rowMark: '',
  decimal: ',',
  date: 'dmy',
  products: [
    { word: 'arla', kind: 'other' },
    { word: 'lavagem', kind: 'service' },
    { word: 'óleo lub', kind: 'service' },
  ],
};
const rowsOf = (...lines: readonly string[]): readonly FileRow[] =>
  ['Relatório de consumo', 'Transação;Placa;Data;Produto;Litros;Preço;Valor;Km;Posto', ...lines].map(
    (line, at) => ({ row: at + 1, cells: line.split(';') }),
  );
const DIESEL = '901;ABC-1234;05/11/2026 08:31;DIESEL S10;45,678;6,129;279,96;120.345;Posto São João';

test('[CARD-1] numbers are read with the decimals of the file, whatever parts their thousands, and no other', () => {
  const comma = (text: string) => cardNumber(text, ',');
  assert.deepEqual(
    ['1.234,56', '1234,56', '-7,5', '7,5-', 'R$ 12,00', '0'].map(comma),
    [1234.56, 1234.56, -7.5, -7.5, 12, 0],
  );
  assert.deepEqual(
    ['1,234.56', '12.34', '1.23', 'abc', '', '1e5', '12,', '0x10'].map(comma),
    Array.from({ length: 8 }, () => null),
  );
  assert.deepEqual([cardNumber('1,234.56', '.'), cardNumber('1.234,56', '.')], [1234.56, null]);
  assert.deepEqual(
    [cardCents('1,005', ','), cardCents('-1,005', ','), cardCents('279,96', ',')],
    [101, -101, 27_996],
  );
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      const text = (cents / 100).toFixed(2).replace('.', ',');
      assert.equal(cardCents(text, ','), cents === 0 ? 0 : cents);
    }),
  );
});

test('[CARD-2] days are read in the order that the file has, with or without signs, times beside or behind them', () => {
  assert.deepEqual(
    [
      cardDay('05/11/2026 08:31', 'dmy'),
      cardDay('5-11-26', 'dmy'),
      cardDay('05112026', 'dmy'),
      cardDay('11/05/2026', 'mdy'),
      cardDay('2026-11-05T08:31', 'ymd'),
      cardDay('20261105', 'ymd'),
    ],
    Array.from({ length: 6 }, () => '2026-11-05'),
  );
  for (const wrong of ['31/02/2026', '13/13/2026', '', '5/11', '05/11/1926', '1/1/202'])
    assert.equal(cardDay(wrong, 'dmy'), null, wrong);
  assert.deepEqual(['05/11/2026 8:31', '08:31:07', '08h31', '0831', '083107'].map(cardTime), [
    '08:31',
    '08:31',
    '08:31',
    '08:31',
    '08:31',
  ]);
  for (const wrong of ['05/11/2026', '24:10', '08:61', '05112026', ''])
    assert.equal(cardTime(wrong), null, wrong);
});

test('[CARD-3] a plate is the same with and without its dash, in the old form and in that of the Mercosul', () => {
  assert.equal(plateKey('abc-1234'), plateKey('ABC1C34'));
  assert.equal(plateKey('ABC 1C34'), 'ABC1C34');
  assert.notEqual(plateKey('ABC-1234'), plateKey('ABC-1334'));
  assert.equal(plateKey('7-TRX 01'), '7TRX01');
});

test('[CARD-4] lines, rebates and what is no fuel are read; preamble, trailer and blank rows are no lines', () => {
  const { lines, problems } = readCardFile(
    rowsOf(
      DIESEL,
      ';;;;;;;;',
      '902;ABC1C34;05/11/2026;ARLA 32;10,00;4,50;45,00;;Posto São João',
      '903;ABC1C34;06/11/2026;Lavagem;;;80,00;0;Posto São João',
      '904;ABC1C34;06/11/2026;DIESEL S10;-5,00;6,00;-30,00;;Posto São João',
    ),
    MAPPING,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    lines.map(({ row, kind, cents, quantity, unit, time, odometerKm }) => [
      row,
      kind,
      cents,
      quantity,
      unit,
      time,
      odometerKm,
    ]),
    [
      [3, 'fuel', 27_996, 45.678, 'liter', '08:31', 120_345],
      [5, 'other', 4500, 10, 'piece', null, null],
      [6, 'service', 8000, 0, null, null, null],
      [7, 'fuel', -3000, 5, 'liter', null, null],
    ],
  );
});

test('[CARD-4] a file of fixed columns is cut at its characters, and only rows with the mark are lines', () => {
  const widths = [3, 7, 9, 8, 8];
  const file = ['000HEADER', '100ABC1234 05112026  279,96  45,678', '900TRAILER 0001'];
  const rows = file.map((line, at) => ({ row: at + 1, cells: fixedCells(line, widths) }));
  const columns = { plate: 1, date: 2, value: 3, quantity: 4 };
  const { lines, problems } = readCardFile(rows, { ...MAPPING, columns, preamble: 0, rowMark: '100' });
  assert.deepEqual([problems, lines.length], [[], 1]);
  assert.deepEqual([lines[0]?.plate, lines[0]?.cents, lines[0]?.day], ['ABC1234', 27_996, '2026-11-05']);
});

test('[CARD-5] a mistake names its row and column; what does not add up may have been read wrongly', () => {
  const { lines, problems } = readCardFile(
    rowsOf(
      DIESEL,
      DIESEL,
      '905;;05/11/2026;DIESEL;10,00;6,00;60,00;;P',
      '906;ABC1C34;31/02/2026;DIESEL;10,00;6,00;60,00;;P',
      '907;ABC1C34;05/11/2026;DIESEL;45678;6,129;279,96;;P',
      '908;ABC1C34;05/11/2026;DIESEL;10,00;6,00;60.00;12.3;P',
      '909;ABC1C34;05/11/2026;DIESEL;100,00;6,00;602,99;;P',
    ),
    MAPPING,
  );
  assert.deepEqual(
    problems.map(({ row, column, problem }) => [row, column, problem]),
    [
      [4, 'transaction', 'twice'],
      [5, 'plate', 'missing'],
      [6, 'date', 'wrong'],
      [7, 'value', 'sum'],
      [8, 'value', 'wrong'],
      [8, 'odometer', 'wrong'],
    ],
  );
  assert.deepEqual(
    lines.map(({ row }) => row),
    [3, 4, 9],
    'half a per cent is a matter of rounding',
  );
});

test('[CARD-6] a transaction has the same identity in every file, without a number as well', () => {
  const keyOf = (line: string, more: Partial<CardMapping> = {}) =>
    readCardFile(rowsOf(line), { ...MAPPING, ...more }).lines[0]?.importKey;
  const { transaction: _, ...columns } = MAPPING.columns;
  assert.equal(keyOf(DIESEL), keyOf(DIESEL.replace('Posto São João', 'POSTO SAO JOAO')));
  assert.equal(keyOf(DIESEL), keyOf(DIESEL, { provider: 'CARTAO A' }));
  assert.notEqual(keyOf(DIESEL), keyOf(DIESEL, { provider: 'B' }));
  const without = (line: string) => keyOf(line, { columns });
  assert.equal(without(DIESEL), without(DIESEL.replace('ABC-1234', 'ABC1C34').replace('São', 'SAO')));
  for (const [from, to] of [
    ['08:31', '08:32'],
    ['279,96', '279,97'],
    ['45,678', '45,679'],
    ['São João', 'Central'],
  ] as const)
    assert.notEqual(without(DIESEL), without(DIESEL.replace(from, to)), from);
});

test('[CARD-7] an odometer far from the one that is known is wrong', () => {
  assert.deepEqual(
    [-5.1, -5, 0, 1500, 1500.1].map((km) => fitsOdometer(100_000 + km, 100_000)),
    [false, true, true, true, false],
  );
});

test('[CARD-5] whatever a file holds, each row is a line or names its mistake', () => {
  const cell = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('1,0', '05/11/2026', 'ABC1234'));
  const row = fc.array(cell, { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const { lines, problems } = readCardFile(
        rows.map((cells, at) => ({ row: at + 1, cells })),
        { ...MAPPING, preamble: 0 },
      );
      const named = new Set([...lines, ...problems].map((each) => each.row));
      const full = rows.flatMap((cells, at) => (cells.some((text) => text.trim() !== '') ? at + 1 : []));
      assert.deepEqual(
        full.filter((each) => !named.has(each)),
        [],
      );
    }),
  );
});

test('[CARD-8] forms are those in which most cells can be read, the usual ones where both can; products have usual kinds', () => {
  const usual = { decimal: '.', date: 'mdy' } as const;
  const guess = (numbers: readonly string[], dates: readonly string[]) =>
    guessForms({ numbers, dates }, usual);
  assert.deepEqual(guess(['45,678', '279,96', ''], ['05/11/2026 08:31', '25/11/2026']), {
    decimal: ',',
    date: 'dmy',
  });
  assert.deepEqual(guess(['45,678'], ['05/11/2026']), usual);
  assert.deepEqual(guess([], ['2026-11-25T08:31']), { decimal: '.', date: 'ymd' });
  assert.deepEqual(
    ['DIESEL S10', 'ARLA 32', 'AdBlue', 'Lavagem', 'Óleo lubrificante', 'Pedágio', 'Pneu 295'].map(usualKind),
    ['fuel', 'other', 'other', 'service', 'service', 'tolls', 'tyres'],
  );
});

test('[CARD-5] a file that is read in pieces knows the rows of the pieces before', () => {
  const known = new Set<string>();
  assert.deepEqual(readCardFile(rowsOf(DIESEL), MAPPING, known).problems, []);
  const [, , again = assert.fail()] = rowsOf(DIESEL);
  assert.deepEqual(readCardFile([{ ...again, row: 9 }], MAPPING, known).problems, [
    { row: 9, column: 'transaction', problem: 'twice' },
  ]);
});

test('[CARD-9] a file without separators is known by its lines, and its columns by their blanks', () => {
  const lines = [
    'HEADER 2026-11',
    '0000000001 DIESEL S10   ABC1234  279,96 05/11/2026',
    '0000000002 LUBRIFICANTE XYZ9A87   50,00 25/11/2026',
    '0000000003 DIESEL S500  ABC1234 1120,00 26/11/2026',
    '',
  ];
  assert.equal(fixedLength(lines), 50);
  // A blank within a name parts it only where all lines have one.
  const widths = guessWidths(lines);
  assert.deepEqual(widths, [11, 13, 8, 8, 10]);
  assert.deepEqual(fixedCells(lines[1] ?? '', widths), [
    '0000000001',
    'DIESEL S10',
    'ABC1234',
    '279,96',
    '05/11/2026',
  ]);
  assert.deepEqual(fixedCells('000000', widths), ['000000', '', '', '', '']);
  assert.equal(fixedLength(['a;b;c;dddddddddddddddddddd', 'a;b;c;dddddddddddddddddddd']), null);
  assert.equal(fixedLength(['plate,date', 'ABC1234,2026-11-05,a long text', 'x,2026-11-05']), null);
  assert.equal(fixedLength([]), null);
});

test('[CARD-9] widths are typed as their provider writes them', () => {
  assert.deepEqual(readWidths(' 10, 30;8 + 40 '), [10, 30, 8, 40]);
  for (const wrong of ['', '0', '10, x', '1.5', '-3', '501', '1 '.repeat(41)])
    assert.equal(readWidths(wrong), null, wrong);
});
