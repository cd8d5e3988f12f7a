import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixCode, readPixKey } from './pix-code.ts';

test('[PIX-1] a static code is the one that the central bank prints', () => {
  const sample = { key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' };
  assert.equal(
    pixCode({ ...sample, value: null, reference: '' }),
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  );
});

test('[PIX-2] amount, long names, accents and references fit its fields', () => {
  const code = pixCode({
    key: 'caixa@example.com',
    name: 'Associação de Transportes São João Ltda',
    city: 'São José dos Campos',
    value: 129_990,
    reference: 'k3f9-17',
  });
  assert.match(code, /54071299\.90/);
  assert.match(code, /5925Associacao de Transportes6015Sao Jose dos Ca/);
  assert.match(code, /62100506k3f917/);
  assert.match(code, /^[ -~]*$/);
  assert.match(pixCode({ key: 'a@b', name: '', city: '', value: 5, reference: '' }), /54040\.05/);
});

test('[PIX-3] keys of the five kinds are read, anything else is none', () => {
  const keys = {
    '529.982.247-25': '52998224725',
    '12.ABC.345/01DE-35': '12ABC34501DE35',
    '+55 (11) 98765-4321': '+5511987654321',
    'Caixa@Example.com': 'caixa@example.com',
    '123E4567-e12b-12d1-a456-426655440000': '123e4567-e12b-12d1-a456-426655440000',
  };
  for (const [typed, key] of Object.entries(keys)) assert.equal(readPixKey(typed), key);
  for (const none of ['', 'key', '123', '+1 555 0100', 'a b@c', '12345678901234567890'])
    assert.equal(readPixKey(none), null, none);
});
