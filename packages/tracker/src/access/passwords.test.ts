import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { hashPassword, isWeakHash, passwordMatches } from './passwords.ts';
import { traccarHash } from './traccar-hash.ts';

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

/** Stored by Traccar 6.14.5; and the form of versions before, PBKDF2 with HMAC-SHA1 and 1000 iterations. */
const OF_TRACCAR = [
  {
    hash: 'PBKDF2WithHmacSHA256$200000$36713c7e5786d9d4bdac5328df5a9209917558c8d9c54b01',
    salt: '10350e8c15d651391d8a7413aaba6cfd80dcaebbe03be7d8',
  },
  {
    hash: '9ED01935D307B496BE9E22C34310AD56B4CEB5EDBE33F38B',
    salt: '000102030405060708090A0B0C0D0E0F1011121314151617',
  },
] as const;

test('[PASSWORD-101] a password that a Traccar has hashed is known by its hash and salt', async () => {
  for (const columns of OF_TRACCAR) {
    const stored = traccarHash(columns);
    assert.ok(stored);
    assert.equal(await passwordMatches('a path along the river', stored), true);
    assert.equal(await passwordMatches('a path along the lake', stored), false);
    assert.equal(isWeakHash(stored), true);
  }
  assert.equal(isWeakHash(await hashPassword('a path along the river')), false);
  for (const odd of ['', 'x', 'PBKDF2WithHmacSHA256$0$00', 'PBKDF2WithHmacSHA256$9', 'MD5$1$00'])
    assert.equal(traccarHash({ hash: odd, salt: '00' }), null, odd);
  assert.equal(traccarHash({ hash: '00', salt: 'no' }), null);
});
