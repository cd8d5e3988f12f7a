import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALARM_TYPES, EVENT_TYPES } from './event.ts';
import { severityOf, waitsForSomebody } from './event-severity.ts';

const alarm = (name: string) => severityOf({ type: 'alarm', attributes: { alarm: name } });

test('[ALARM-1] what waits for somebody: distress, theft, tampering, and a vehicle that left its anchor', () => {
  assert.deepEqual(
    ALARM_TYPES.filter((name) => alarm(name) === 'critical'),
    [
      'sos',
      'fallDown',
      'gpsAntennaCut',
      'accident',
      'tow',
      'powerCut',
      'jamming',
      'fuelLeak',
      'tampering',
      'removing',
    ],
  );
  assert.equal(severityOf({ type: 'geofenceExit', attributes: { isAnchor: true } }), 'critical');
  assert.equal(severityOf({ type: 'geofenceExit', attributes: {} }), 'notice');
  assert.deepEqual(
    EVENT_TYPES.filter((type) => type !== 'alarm' && severityOf({ type, attributes: {} }) === 'critical'),
    [],
  );
});

test('[ALARM-1] ordinary movement is a notice; of alarms in one event the gravest counts', () => {
  for (const type of ['deviceMoving', 'ignitionOn', 'geofenceEnter', 'deviceOnline'] as const)
    assert.equal(severityOf({ type, attributes: {} }), 'notice');
  assert.equal(alarm('parking'), 'notice');
  assert.equal(alarm('vibration'), 'warning');
  assert.equal(alarm('parking, sos'), 'critical');
  assert.equal(alarm('never heard of'), 'warning');
  assert.equal(severityOf({ type: 'alarm', attributes: {} }), 'warning');
});

test('[ALARM-1] what came late waits for nobody', () => {
  const sos = { alarm: 'sos' };
  assert.ok(waitsForSomebody({ type: 'alarm', attributes: sos }));
  assert.ok(!waitsForSomebody({ type: 'alarm', attributes: { ...sos, late: true } }));
});
