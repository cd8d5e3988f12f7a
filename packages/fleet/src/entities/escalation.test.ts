import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escalationOf, wrongEscalation } from './escalation.ts';

const of = (attributes: Readonly<Record<string, string | number>>, notificators = 'web,mail,command') =>
  escalationOf({ attributes, notificators });

test('[ESCAL-1] a rule says after how many minutes, whom and by which channels; browsers and commands never', () => {
  assert.equal(of({}), null);
  assert.deepEqual(of({ escalateMinutes: 5 }), { afterMs: 300_000, userIds: null, channels: ['mail'] });
  assert.deepEqual(of({ escalateMinutes: '5', escalateUsers: '7, 8', escalateChannels: 'sms,web' }), {
    afterMs: 300_000,
    userIds: [7, 8],
    channels: ['sms'],
  });
  assert.deepEqual(of({ escalateMinutes: 5 }, 'web')?.channels, []);
});

test('[ESCAL-1] what cannot be meant is named', () => {
  assert.equal(wrongEscalation({ escalateMinutes: 5, escalateUsers: 7, escalateChannels: 'mail' }), null);
  assert.equal(wrongEscalation({ escalateMinutes: '' }), null);
  for (const escalateMinutes of [0, 1.5, -1, 1441, 'soon'])
    assert.equal(wrongEscalation({ escalateMinutes })?.[0], 'escalateMinutes');
  assert.equal(wrongEscalation({ escalateUsers: '7,Ana' })?.[0], 'escalateUsers');
  for (const escalateChannels of ['pigeon', 'web', 'mail,command'])
    assert.equal(wrongEscalation({ escalateChannels })?.[0], 'escalateChannels');
});
