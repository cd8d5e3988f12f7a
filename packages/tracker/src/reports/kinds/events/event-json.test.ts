import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredEvent } from '@rastro/storage';
import { serializeEvent } from '../../../serializers/serializers.ts';
import { eventJson } from './event-json.ts';

const EVENT: StoredEvent = {
  id: 7,
  deviceId: 3,
  type: 'alarm',
  eventTime: Date.UTC(2026, 1, 28, 23, 59, 59, 999),
  positionId: 9,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: {},
};

test('[REPORT-31] an event with its place is to the letter what its item would be as JSON', () => {
  const events: readonly StoredEvent[] = [
    EVENT,
    { ...EVENT, attributes: { alarm: 'sos', note: 'ç"\\\n\u2028', list: [1, null] }, eventTime: -1 },
    { ...EVENT, type: 'of "another" server' as never, positionId: 0, geofenceId: 4, maintenanceId: 5 },
  ];
  for (const event of events)
    for (const address of [null, '', 'Rua "São João"\n\u2028 \\ 😀 \uD800'])
      assert.equal(
        eventJson({ ...event, attributes: JSON.stringify(event.attributes), address }),
        JSON.stringify({ ...serializeEvent(event), address }),
      );
});
