import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsOf } from './written-news.ts';

const news = (method: string, path: string, json?: unknown) =>
  newsOf({
    method,
    url: `/api/${path}`,
    headers: {},
    body: json === undefined ? null : Buffer.from(JSON.stringify(json)),
    address: '192.0.2.1',
  });

test('[LIVENEWS-3] who has to read what again after a write is known from its address and its body', () => {
  const unsure = { changed: [], isUnsure: true };
  assert.deepEqual(news('POST', 'permissions', { userId: 7, deviceId: 1 }), [
    { whom: { userId: 7 }, ...unsure },
  ]);
  assert.deepEqual(
    news('DELETE', 'permissions/bulk', [
      { userId: 7, groupId: 1 },
      { userId: 8, geofenceId: 2 },
    ]),
    [
      { whom: { userId: 7 }, changed: ['group'], isUnsure: true },
      { whom: { userId: 8 }, changed: ['geofence'], isUnsure: false },
    ],
  );
  assert.deepEqual(news('POST', 'permissions', { userId: 7, managedUserId: 9 }), [
    { whom: { userId: 7 }, changed: ['user'], isUnsure: false },
  ]);
  assert.deepEqual(news('POST', 'permissions', { deviceId: 7, geofenceId: 9 }), []);
  assert.deepEqual(news('POST', 'devices', { name: 'Van' }), [{ whom: 'writer', ...unsure }]);
  assert.deepEqual(news('PUT', 'devices/3', { id: 3, groupId: 4 }), [
    { whom: { deviceId: 3 }, ...unsure, groupId: 4 },
  ]);
  assert.deepEqual(news('DELETE', 'devices/3'), [{ whom: { deviceId: 3 }, ...unsure }]);
  assert.deepEqual(news('DELETE', 'geofences/3'), [
    { whom: 'everybody', changed: ['geofence'], isUnsure: false },
  ]);
  assert.deepEqual(news('POST', 'attributes/computed', {}), [
    { whom: 'writer', changed: ['attribute'], isUnsure: false },
  ]);
  assert.deepEqual(news('PUT', 'groups/3', {}), [{ whom: 'everybody', changed: ['group'], isUnsure: true }]);
  assert.deepEqual(news('PUT', 'users/3', {}), [
    { whom: { userId: 3 }, changed: ['session'], isUnsure: false },
  ]);
  assert.deepEqual(news('PUT', 'server', {}), [{ whom: 'everybody', changed: ['server'], isUnsure: false }]);
  assert.deepEqual([...news('POST', 'commands/send', {}), ...news('POST', 'session')], []);
});
