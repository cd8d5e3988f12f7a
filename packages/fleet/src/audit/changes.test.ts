import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween } from './changes.ts';

test('[CHANGES-1] what changed is told by field, before and after; secrets only that they did; long values are cut', () => {
  const before = {
    name: 'Van',
    model: null,
    passwordHash: 'one',
    totpKey: null,
    attributes: { plate: 'ABC', 'mail.smtp.host': 'a', gone: 1, devicePassword: '1' },
  };
  const after = {
    ...before,
    name: 'Truck',
    passwordHash: 'two',
    totpKey: 'ABCDEF',
    attributes: { plate: 'ABC', 'mail.smtp.host': 'b', note: 'x'.repeat(500), devicePassword: '2' },
  };
  assert.deepEqual(changesBetween(before, after), {
    name: { before: 'Van', after: 'Truck' },
    passwordHash: { before: '***', after: '***' },
    totpKey: { before: null, after: '***' },
    'attributes.devicePassword': { before: '***', after: '***' },
    'attributes.gone': { before: 1, after: null },
    'attributes.mail.smtp.host': { before: '***', after: '***' },
    'attributes.note': { before: null, after: `${'x'.repeat(200)}…` },
  });
  assert.deepEqual(changesBetween(before, { ...before }), {});
});
