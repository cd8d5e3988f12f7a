import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decryptPush } from '../../../test/providers/push-simulator.ts';
import { encryptPush } from './push-encryption.ts';

test('[PUSH-1] a browser that was written from RFC 8291 reads what was encrypted, and nobody else does', () => {
  const [browser, other] = [createECDH('prime256v1'), createECDH('prime256v1')];
  const p256dh = browser.generateKeys('base64url');
  other.generateKeys();
  const auth = randomBytes(16);
  const text = 'When I grow up, I want to be a watermelon – ção';
  const sealed = encryptPush(text, { p256dh, auth: auth.toString('base64url') });
  assert.equal(decryptPush(sealed, browser.getPrivateKey(), auth), text);
  assert.throws(() => decryptPush(sealed, other.getPrivateKey(), auth));
  assert.throws(() => decryptPush(sealed, browser.getPrivateKey(), randomBytes(16)));
});

test('[PUSH-1] a browser that was written from RFC 8291 reads the example of its appendix A', () => {
  const sealed =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y' +
    'l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const text = decryptPush(
    Buffer.from(sealed, 'base64url'),
    Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'),
    Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
  );
  assert.equal(text, 'When I grow up, I want to be a watermelon');
});
