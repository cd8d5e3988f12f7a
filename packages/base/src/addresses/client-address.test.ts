import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey, plainAddress } from './client-address.ts';

test('[BASE-100] an address is the same whatever port, brackets, zone or notation it comes with', () => {
  for (const text of [
    '203.0.113.9',
    '203.0.113.9:50123',
    ' 203.0.113.9 ',
    '::ffff:203.0.113.9',
    '[::ffff:cb00:7109]:1',
  ])
    assert.equal(plainAddress(text), '203.0.113.9', text);
  for (const text of ['2001:db8::1', '[2001:DB8::1]', '[2001:db8:0::1]:443', '2001:db8::1%eth0'])
    assert.equal(plainAddress(text), '2001:db8:0:0:0:0:0:1', text);
  assert.equal(plainAddress('::1'), '0:0:0:0:0:0:0:1');
  assert.equal(plainAddress('64:ff9b::198.51.100.7'), '64:ff9b:0:0:0:0:c633:6407');
  for (const text of ['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '[::1', 'fe80::1::2', '999.1.1.1'])
    assert.equal(plainAddress(text), null, text);
});

test('[BASE-101] IPv6 counts by the line, which is a /64; IPv4 by the address', () => {
  const line = addressKey('2001:db8:1:2::1');
  assert.equal(line, '2001:db8:1:2::/64');
  assert.equal(addressKey('[2001:db8:1:2:ffff:ffff:ffff:ffff]:9'), line);
  assert.notEqual(addressKey('2001:db8:1:3::1'), line);
  assert.equal(addressKey('::ffff:203.0.113.9'), '203.0.113.9');
  assert.notEqual(addressKey('203.0.113.8'), addressKey('203.0.113.9'));
  assert.equal(addressKey('unknown'), 'unknown');
});
