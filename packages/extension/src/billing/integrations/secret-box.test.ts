import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretBox } from './secret-box.ts';

test('[INT-1] a secret opens with its key at its place alone, and looks different each time', () => {
  const box = createSecretBox(Buffer.alloc(32, 1));
  const sealed = box.seal('$aact_prod_ção', '7 payment.apiKey');
  assert.equal(box.open(sealed, '7 payment.apiKey'), '$aact_prod_ção');
  assert.notEqual(box.seal('$aact_prod_ção', '7 payment.apiKey'), sealed);
  assert.ok(!Buffer.from(sealed.slice(3), 'base64url').includes('aact'));
  assert.equal(box.open(sealed, '8 payment.apiKey'), null, "moved to somebody else's row");
  assert.equal(createSecretBox(Buffer.alloc(32, 2)).open(sealed, '7 payment.apiKey'), null);
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
    const opened = box.open(changed, '7 payment.apiKey');
    // The last letter of base64 may hold bits that are not read.
    assert.ok(opened === null || at === sealed.length - 1, String(at));
  }
  for (const none of ['', 'v1.', 'v1.AAAA', 'plain']) assert.equal(box.open(none, 'x'), null);
  assert.throws(() => createSecretBox(Buffer.alloc(16)), RangeError);
});
