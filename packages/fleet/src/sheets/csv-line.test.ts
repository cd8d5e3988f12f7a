import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvText, csvWriter } from './csv-line.ts';
import { attachmentHeader, sheetFileName } from './file-name.ts';

test('[SHEET-101] cells are parted and decimals written as spreadsheets of the language do', () => {
  assert.equal(csvWriter('en')(['a', 1.5, true, null, undefined, -2]), 'a,1.5,true,,,-2\r\n');
  for (const language of ['pt-BR', 'es'] as const)
    assert.equal(csvWriter(language)(['a', 1.5, true, null, -2.25]), 'a;1,5;true;;-2,25\r\n');
  assert.equal(csvWriter('en')([{ a: 1 }]), '"{""a"":1}"\r\n');
});

test('[SHEET-102] nothing in a text is run or parts a line, whatever sign a spreadsheet parts it at', () => {
  for (const begin of ['=', '+', '-', '@', '\t', '\r', '＝'])
    assert.match(csvText(`${begin}HYPERLINK(1)`), /^"?'/, JSON.stringify(begin));
  assert.equal(csvText('x;=cmd'), '"x;\'=cmd"');
  assert.equal(csvText('x,\t@SUM(1)'), '"x,\t\'@SUM(1)"');
  assert.equal(csvText('x\n+1+cmd'), '"x\n\'+1+cmd"');
  for (const figure of ['-23.5', '-23.400000, -46.600000', '+55 11 98888-7777', '-1,5'])
    assert.doesNotMatch(csvText(figure), /'/, figure);
  assert.equal(csvText('a "b" ;c'), '"a ""b"" ;c"');
  assert.equal(csvText(' a'), '" a"');
});

test('[SHEET-103] a file is named after product, report and period; headers and file systems take the name', () => {
  const name = sheetFileName(['Frota "Norte" / Sul', 'Viagens', '2026-11-01', '2026-11-30'], 'xlsx');
  assert.equal(name, 'Frota-Norte-Sul_Viagens_2026-11-01_2026-11-30.xlsx');
  assert.equal(sheetFileName(['../../etc', '', '..'], 'csv'), 'etc.csv');
  assert.equal(sheetFileName(['😀'], 'csv'), 'file.csv');
  assert.equal(attachmentHeader(name), `attachment; filename="${name}"`);
  const accents = sheetFileName(['Combustível', '车'], 'pdf');
  assert.equal(
    attachmentHeader(accents),
    `attachment; filename="Combustivel_-.pdf"; filename*=UTF-8''Combust%C3%ADvel_%E8%BD%A6.pdf`,
  );
});
