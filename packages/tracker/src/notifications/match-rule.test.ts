import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes, EventType } from '@rastro/fleet';
import { matchesRule } from './match-rule.ts';

const matches = (
  type: EventType,
  ruleAttributes: Attributes,
  event: { alarm?: string; geofenceId?: number } = {},
): boolean =>
  matchesRule(
    { type, attributes: ruleAttributes },
    { type: 'alarm', geofenceId: event.geofenceId ?? 0, attributes: { alarm: event.alarm ?? 'sos' } },
  );

test('[NOTIF-9] a rule speaks of its own type; of alarms only by name, of geofences those named', () => {
  assert.equal(matches('ignitionOn', { alarms: 'sos' }), false);
  assert.equal(matches('alarm', { alarms: 'sos' }), true);
  assert.equal(matches('alarm', { alarms: 'powerCut, sos ,tow' }), true, 'spaces are tolerated');
  assert.equal(matches('alarm', {}), false, 'an alarm rule without alarms never speaks');
  assert.equal(matches('alarm', { alarms: '' }), false);
  assert.equal(matches('alarm', { alarms: 'sosX' }), false, 'whole names');
  assert.equal(matches('alarm', { alarms: 'sos', geofenceIds: '3,4' }), false, 'the event is in no geofence');
  assert.equal(matches('alarm', { alarms: 'sos', geofenceIds: '3, 4' }, { geofenceId: 4 }), true);
  assert.equal(
    matches('alarm', { alarms: 'sos', geofenceIds: 4 }, { geofenceId: 4 }),
    true,
    'a number is a list of one',
  );
  assert.equal(matches('alarm', { alarms: 'sos', geofenceIds: '34' }, { geofenceId: 4 }), false);
  const entered = { type: 'geofenceEnter', geofenceId: 4, attributes: {} } as const;
  assert.equal(
    matchesRule({ type: 'geofenceEnter', attributes: { alarms: 'sos' } }, entered),
    true,
    'alarms are for alarms',
  );
});
