import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressRanges } from './address-ranges.ts';

test('[BASE-102] a list of addresses and ranges finds an address in whatever notation it comes', () => {
  const ranges = new AddressRanges([
    '10.1.0.0/16',
    '192.0.2.7',
    '2001:db8::/32',
    '::1',
    '::ffff:198.51.100.9',
  ]);
  for (const inside of [
    '10.1.2.3',
    '::ffff:10.1.255.255',
    '[::ffff:a01:203]:80',
    '192.0.2.7',
    '192.0.2.7:5023',
    '2001:db8:ffff::1',
    '2001:DB8::1%eth0',
    '::1',
    '198.51.100.9',
  ])
    assert.equal(ranges.has(inside), true, inside);
  for (const outside of ['10.2.0.0', '192.0.2.8', '::2', '2001:db9::', '::ffff:192.0.2.8', '', 'localhost'])
    assert.equal(ranges.has(outside), false, outside);
  assert.equal(new AddressRanges([]).has('127.0.0.1'), false);
  assert.equal(new AddressRanges(['0.0.0.0/0']).has('203.0.113.1'), true);
});

test('[BASE-102] text that is neither an address nor a range is rejected by itself', () => {
  for (const text of [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/8.0',
    '10.0.0.1:80',
    '[::1]',
    '::1/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '10.0.0',
  ])
    assert.throws(() => new AddressRanges([text]), { message: `${text} is neither an address nor a range` });
});
