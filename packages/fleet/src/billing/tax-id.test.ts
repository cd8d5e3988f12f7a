import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTaxId, taxIdText } from './tax-id.ts';

test('[TAX-100] CPF and CNPJ, with letters too, are read however they are typed, and their check digits are looked at', () => {
  const read = (text: string) => {
    const { kind, ...rest } = readTaxId(text);
    return [kind, 'isValid' in rest ? rest.isValid : null, rest.text];
  };
  assert.deepEqual(read('529.982.247-25'), ['cpf', true, '529.982.247-25']);
  assert.deepEqual(read('52998224724'), ['cpf', false, '529.982.247-24']);
  assert.deepEqual(read('11222333000181'), ['cnpj', true, '11.222.333/0001-81']);
  // The example of the Receita Federal.
  assert.deepEqual(read('12.ABC.345/01DE-35'), ['cnpj', true, '12.ABC.345/01DE-35']);
  assert.deepEqual(read('12abc34501de35'), ['cnpj', true, '12.ABC.345/01DE-35']);
  assert.deepEqual(read('12ABC34501DE36'), ['cnpj', false, '12.ABC.345/01DE-36']);
  for (const same of ['00000000000', '11111111111111']) assert.equal(read(same)[1], false, same);
});

test('[TAX-101] tax ids of other countries are printed as they were typed', () => {
  for (const text of ['20-12345678-6', '20123456786', 'ES B12345678', '', '123'])
    assert.equal(taxIdText(text), text);
  assert.equal(taxIdText(' 52998224725 '), '529.982.247-25');
  assert.equal(taxIdText('12abc34501de35'), '12.ABC.345/01DE-35');
});
