import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes } from '@rastro/fleet';
import { effectOf, shows } from './effect-of.ts';

test('[CMD-31] reports show engine, arming and outputs; where a device says "blocked", its output does not count', () => {
  const confirms = (type: string, report: Attributes, attributes: Attributes = {}): boolean => {
    const effect = effectOf({ type, attributes });
    return effect !== null && shows(report, effect);
  };
  assert.equal(confirms('engineStop', { blocked: true }), true);
  assert.equal(confirms('engineStop', { blocked: false, out1: true }), false);
  assert.equal(confirms('engineStop', { out1: true }), true);
  assert.equal(confirms('engineStop', {}), false);
  assert.equal(confirms('engineResume', { blocked: false }), true);
  assert.equal(confirms('alarmArm', { armed: true }), true);
  assert.equal(confirms('alarmDisarm', { armed: true }), false);
  assert.equal(confirms('outputControl', { out2: true }, { index: 2, data: '1' }), true);
  assert.equal(confirms('outputControl', { out2: true }, { index: 2, data: 'blink' }), false);
  assert.equal(confirms('custom', { blocked: true, result: 'OK' }), false);
});
