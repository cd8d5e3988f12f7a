import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlikeIdentifier } from './alike-identifier.ts';

test('[CONNECT-602] identifiers are alike that differ by a slip, or where one is part of the other', () => {
  const imei = '356307042441013';
  for (const other of [
    '356307042441031',
    '35630704244101',
    '042441013',
    '3563O7042441013',
    '356307-042441023',
  ]) {
    assert.equal(isAlikeIdentifier(imei, other), true, other);
    assert.equal(isAlikeIdentifier(other, imei), true, other);
  }
  for (const other of [imei, '861234567890123', '1013', '', '356307042999999']) {
    assert.equal(isAlikeIdentifier(imei, other), false, other);
  }
});
