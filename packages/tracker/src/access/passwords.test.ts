import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { hashPassword, passwordMatches } from './passwords.ts';

const COMPOSED = 'caminh\u00e3o azul';
const APART = 'caminha\u0303o azul';

test('[PASSWORD-100] a password is the same however its letters are composed, and as it was kept before', async () => {
  assert.notEqual(COMPOSED, APART);
  for (const [set, given] of [
    [COMPOSED, APART],
    [APART, COMPOSED],
    [APART, APART],
  ] as const)
    assert.equal(await passwordMatches(given, await hashPassword(set)), true);
  const before = await hash(APART);
  for (const given of [COMPOSED, APART]) assert.equal(await passwordMatches(given, before), true);
  assert.equal(await passwordMatches('caminhao azul', before), false);
  assert.equal(await passwordMatches(COMPOSED, null), false);
});
