import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitOf, encodeRights, hasBit, RIGHTS } from '../rights/areas.ts';
import { decide, type LicenceContext } from './decide.ts';

const plus = (advanced: boolean): LicenceContext => ({
  brand: 'rastro',
  plus: true,
  serverAttributes: { 'rastro.enableAdvancedPerms': advanced },
});
const user = (attributes = {}, administrator = false) => ({ administrator, attributes });

test('[RIGHT-1] bit indexes are those of the specification', () => {
  assert.equal(bitOf('devices.view'), 8);
  assert.equal(bitOf('devices.lock'), 12);
  assert.equal(bitOf('devices.sendCommand'), 14);
  assert.equal(bitOf('users.selfEdit'), 20);
  assert.equal(bitOf('anchor.toggle'), 29);
  assert.equal(bitOf('reports.export'), 73);
  assert.equal(bitOf('events.view'), 36);
  assert.equal(bitOf('maintenance.delete'), 99);
});
test('[RIGHT-2] each right has its own bit, and encoding grants exactly what was asked', () => {
  assert.equal(new Set(RIGHTS.map(bitOf)).size, RIGHTS.length);
  for (const right of RIGHTS) {
    const perms = encodeRights([right]);
    assert.deepEqual(
      RIGHTS.filter((other) => hasBit(perms, bitOf(other))),
      [right],
    );
  }
});
test('[RIGHT-3] index 0 is the most significant bit of the first character', () => {
  assert.ok(hasBit('8'.padEnd(32, '0'), 0));
  assert.ok(hasBit('1'.padStart(32, '0'), 127));
  assert.ok(!hasBit('8'.padEnd(31, '0'), 0), 'a text of another length grants nothing');
});
test('[RIGHT-4] the rule decides in the order of the specification', () => {
  const right = 'devices.create';
  const perms = { 'rastro.advancedPerms': encodeRights([right]) };
  const allowed = (...args: Parameters<typeof decide>) => decide(...args).allowed;
  assert.ok(!allowed(user({ 'rastro.isQrDriverId': 4 }, true), right, plus(false)), 'a QR driver has none');
  assert.ok(allowed(user({}, true), right, plus(true)), 'an administrator has all');
  assert.ok(allowed(user({ isShared: true }), right, { ...plus(true), plus: false }), 'not Plus gives all');
  assert.ok(allowed(user(perms), right, plus(true)), 'the bit is 1');
  assert.ok(!allowed(user(perms), 'devices.delete', plus(true)), 'the bit is 0');
  assert.ok(allowed(user(), right, plus(false)), 'otherwise allowed');
  assert.ok(!allowed(user({ isShared: true }), right, plus(false)), 'except for shared users');
  assert.deepEqual(decide(user(), right, plus(true)), { allowed: false, missing: right });
});
