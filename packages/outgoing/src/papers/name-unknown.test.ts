import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameUnknown } from './name-unknown.ts';

test('[PAPER-100] letters that no font has are named, run by run; all others stay', () => {
  assert.equal(nameUnknown('Van 😀👍🏽 3'), 'Van [emoji] 3');
  assert.equal(nameUnknown('北京 الرياض'), '[Han] [Arabic]');
  assert.equal(nameUnknown('תל אביב'), '[Hebrew] [Hebrew]');
  assert.equal(nameUnknown('Łódź Ж ção'), 'Łódź Ж ção');
  assert.equal(nameUnknown('👩‍👩‍👧 ok'), '[emoji] ok');
  assert.equal(nameUnknown('\u{1F1E7}\u{1F1F7}'), '[emoji]');
});
