import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSealKey, seal, unseal } from './sealed.ts';

test('[OPENID-8] what was sealed is read with its key alone, and only as it was written', () => {
  const key = newSealKey();
  const sealed = seal(key, 'verifier, ção');
  assert.equal(unseal(key, sealed), 'verifier, ção');
  assert.notEqual(seal(key, 'verifier, ção'), sealed);
  assert.equal(unseal(newSealKey(), sealed), null);
  assert.equal(unseal(key, ''), null);
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.equal(unseal(key, changed.toString('base64url')), null);
  }
});
