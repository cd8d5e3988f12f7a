import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import { writeXlsx, XlsxFile } from './xlsx.ts';

const columns = [
  { title: 'Name & "sign"', width: 20 },
  { title: 'Figure', width: 9 },
  { title: 'Yes', width: 5 },
];
const partOf = (file: Uint8Array, path: string): string =>
  strFromU8(unzipSync(file)[path] ?? new Uint8Array(0));
const SHEET = 'xl/worksheets/sheet1.xml';

test('[REPORT-32] another program reads what was written: any text, number and name', async () => {
  const rows = [
    ['=Van; <b>&amp;"1"\' ção 😀', 1.5, true],
    [' two  blanks\nand a line ', -1e-7, false],
    ['_x0041_ is no A', 1e21, null],
    [null, 0, null],
  ];
  const file = await writeXlsx({ name: "Rota [1]: a/b*? 'x' of a name that is far too long", columns }, rows);
  const [sheet] = await readExcelFile(file, { trim: false });
  assert.equal(sheet?.sheet, "Rota  1   a b   'x' of a name t");
  const read = (text: unknown): unknown =>
    // The reader leaves these codes as they are; spreadsheets do not.
    typeof text === 'string' ? text.replace('_x005F_', '_') : text;
  assert.deepEqual(
    sheet.data.map((row) => row.map(read)),
    [columns.map(({ title }) => title), ...rows],
  );
});

test('[REPORT-32] what XML cannot hold is left out, what a cell cannot hold ends in dots', async () => {
  const long = 'x'.repeat(40_000);
  const file = await writeXlsx({ name: 'A', columns }, [
    ['a\0b\u0008c\uFFFEd\uD800e\uDC00f', Number.NaN, null],
    [long, Number.POSITIVE_INFINITY, null],
  ]);
  const [sheet] = await readExcelFile(file);
  assert.deepEqual(
    sheet?.data.slice(1).map(([text]) => text),
    ['abcdef', `${'x'.repeat(32_766)}…`],
  );
});

test('[REPORT-32] titles are bold and stay in view, columns have names beyond Z', async () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ title: `T${i}`, width: i + 1 }));
  const file = await writeXlsx({ name: 'A', columns: many }, [many.map((_, i) => i)]);
  const text = partOf(file, SHEET);
  assert.match(text, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/);
  assert.match(text, /<c r="AD1" s="1" t="inlineStr"><is><t xml:space="preserve">T29<\/t>/);
  assert.match(text, /<c r="AD2"><v>29<\/v><\/c><\/row><\/sheetData><autoFilter ref="A1:AD2"\/>/);
  assert.match(partOf(file, 'xl/styles.xml'), /<font><b\/>/);
});

test('[REPORT-32] rows that come in many parts, and none at all', async () => {
  const file = new XlsxFile({ name: 'A', columns });
  for (let part = 0; part < 50; part++)
    await file.add(Array.from({ length: 200 }, (_, i) => [`row ${part * 200 + i}`, part, true]));
  const [sheet] = await readExcelFile(await file.end());
  assert.equal(sheet?.data.length, 10_001);
  assert.deepEqual(sheet.data.at(-1), ['row 9999', 49, true]);
  const [empty] = await readExcelFile(await writeXlsx({ name: 'A', columns }, []));
  assert.equal(empty?.data.length, 1);
});

test('[SHEET-1] whoever takes the bytes as they come gets the same file, and numbers look as their column says', async () => {
  const priced = [
    { title: 'Who', width: 9 },
    { title: 'Amount', width: 9, format: '#,##0.00' },
  ];
  const file = new XlsxFile({ name: 'A', columns: priced });
  const pieces: Uint8Array[] = [];
  let most = 0;
  for (let part = 0; part < 200; part++) {
    await file.add(Array.from({ length: 100 }, (_, i) => [`customer ${part * 100 + i}`, i / 100]));
    const piece = file.take();
    most = Math.max(most, piece.length);
    pieces.push(piece);
  }
  const whole = Buffer.concat([...pieces, await file.end()]);
  const [sheet] = await readExcelFile(whole);
  assert.equal(sheet?.data.length, 20_001);
  assert.deepEqual(sheet.data.at(-1), ['customer 19999', 0.99]);
  assert.ok(most < whole.length / 2, 'it went piece by piece');
  assert.match(partOf(whole, SHEET), /<c r="B2" s="6"><v>0<\/v>/);
  assert.match(partOf(whole, 'xl/styles.xml'), /formatCode="#,##0.00"/);
});

test('[SHEET-100] a sheet says whose and what it is, and its totals follow the filter', async () => {
  const totalled = [
    { title: 'Vehicle', width: 20 },
    { title: 'Start', width: 20, format: 'dd/mm/yyyy hh:mm:ss' },
    { title: 'Duration', width: 9, format: '[h]:mm', total: 'sum' as const },
    { title: 'Top speed', width: 9, format: '#,##0.0', total: 'most' as const },
    { title: 'Litres', width: 9, total: 'sum' as const },
  ];
  const block = { brand: 'Norte & "Sul"', title: 'Trips', details: ['Period: May', 'Times in Bahia'] };
  const rows = [
    ['Van', 46_000.5, 1.25, 80.5, null],
    ['Van', 46_001, 0.75, 90, null],
  ];
  const file = await writeXlsx({ name: "Trips 'x'", columns: totalled }, rows, {
    block,
    colour: '#0a7d4f',
    totalTitle: 'Total',
  });
  const [sheet] = await readExcelFile(file, { trim: false });
  const cells = sheet?.data ?? [];
  assert.deepEqual(
    cells.slice(0, 5).map(([first]) => first),
    ['Norte & "Sul"', 'Trips', 'Period: May', 'Times in Bahia', null],
  );
  assert.deepEqual(
    cells[5],
    totalled.map(({ title }) => title),
  );
  assert.ok(cells[6]?.[1] instanceof Date, 'a real date');
  assert.deepEqual(cells.at(-1)?.[0], 'Total');
  const text = partOf(file, SHEET);
  assert.match(text, /<pane ySplit="6" topLeftCell="A7"/);
  assert.match(text, /<autoFilter ref="A6:E8"\/>/);
  assert.match(text, /<f>SUBTOTAL\(109,C7:C8\)<\/f><v>2<\/v>/);
  assert.match(text, /<f>SUBTOTAL\(104,D7:D8\)<\/f><v>90<\/v>/);
  assert.match(text, /<oddHeader>&amp;L&amp;B Norte &amp;&amp; &quot;Sul&quot;&amp;R Trips 'x'<\/oddHeader>/);
  assert.match(partOf(file, 'xl/workbook.xml'), /'Trips ''x'''!\$6:\$6/);
  assert.match(partOf(file, 'xl/styles.xml'), /formatCode="\[h\]:mm"[^]*FF0A7D4F/i);
  const empty = partOf(
    await writeXlsx({ name: 'A', columns: totalled }, [], { block, totalTitle: 'Total' }),
    SHEET,
  );
  assert.doesNotMatch(empty, /autoFilter|SUBTOTAL/);
});
