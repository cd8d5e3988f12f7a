import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { StoredCredential } from '@rastro/storage';
import type { WebSocket } from 'ws';
import { LiveSocket } from './live-socket.ts';

const socket = (): LiveSocket =>
  new LiveSocket(new EventEmitter() as unknown as WebSocket, 7, {} as StoredCredential);

test('[LIVE-10] what waits for a slow reader is not sent when the right to its vehicle has ended meanwhile', () => {
  const live = socket();
  const item = (deviceId: number | null) => ({ deviceId, json: `{"deviceId":${deviceId}}` });
  for (const deviceId of [1, 2, null]) {
    live.queueEvent(item(deviceId));
    live.queueCommand(item(deviceId));
    live.queueLog(item(deviceId));
  }
  const shows = (deviceId: number): boolean => deviceId === 2;
  const left = ['{"deviceId":2}', '{"deviceId":null}'];
  assert.deepEqual(
    [live.takeEvents(shows), live.takeCommands(shows), live.takeLogs(shows), live.takeEvents(shows)],
    [left, left, left, []],
  );
});
