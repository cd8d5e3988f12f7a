import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots } from '@rastro/fleet';
import { isPlausible } from './plausible.ts';
import { RecordDraft } from './record-draft.ts';

const FIX = {
  time: 1,
  valid: true,
  latitude: 1,
  longitude: 2,
  altitude: 3,
  speed: knots(4),
  course: 5,
  accuracy: 6,
};

function attributeOf(name: string, value: number): unknown {
  const draft = new RecordDraft();
  draft.set(name, value);
  return draft.finish()?.attributes[name];
}

function fixOf(part: Partial<typeof FIX>) {
  const draft = new RecordDraft();
  draft.fix = { ...FIX, ...part };
  return draft.finish()?.fix;
}

test('[BOUND-1] an attribute that is not finite or impossible in its unit is left out', () => {
  for (const value of [NaN, Infinity, -Infinity]) assert.equal(attributeOf('io1', value), undefined);
  const cases: readonly (readonly [string, number, number])[] = [
    ['batteryLevel', 100, 255],
    ['power', 28.4, 14_573],
    ['battery', 4.1, 4100],
    ['temp1', -40, -300],
    ['coolantTemp', 130, 5000],
    ['fuel', 400, 1.68e100],
    ['odometer', 4e9, -1],
    ['hours', 3.6e9, 1e15],
    ['obdSpeed', 120, 2000],
    ['rpm', 16_000, -5],
    ['hdop', 99.9, -0.1],
    ['sat', 31, 256],
  ];
  for (const [name, good, bad] of cases) {
    assert.deepEqual([attributeOf(name, good), attributeOf(name, bad)], [good, undefined], name);
  }
});

test('[BOUND-1] a number without a known unit is only finite', () => {
  assert.equal(isPlausible('io104', 6_148_875_035_617_931_000), true);
  assert.equal(isPlausible('io104', NaN), false);
});

test('[BOUND-2] a fix keeps its place when speed, course, altitude or accuracy are impossible', () => {
  const odd = fixOf({ speed: knots(NaN), course: 720, altitude: 1e9, accuracy: -1 });
  assert.deepEqual(odd, { ...FIX, speed: 0, course: 0, altitude: 0, accuracy: 0 });
  assert.equal(fixOf({ course: -10 })?.course, 350);
  assert.deepEqual(fixOf({}), FIX);
});

test('[BOUND-2] a fix without a time or a place is dropped; a device time that is none is left out', () => {
  assert.equal(fixOf({ time: NaN }), undefined);
  assert.equal(fixOf({ latitude: NaN }), undefined);
  const draft = new RecordDraft();
  draft.deviceTime = NaN;
  draft.set('io1', 1);
  assert.equal(draft.finish()?.deviceTime, null);
});
