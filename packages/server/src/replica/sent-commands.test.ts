import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { DAY_MS, MINUTE_MS, systemClock, type Clock } from '@rastro/base';
import { openStorage, type Storage, type StoredEvent, type StoredPosition } from '@rastro/storage';
import { CommandNewsReader } from './command-news.ts';
import { SentCommands, type CommandNews } from './sent-commands.ts';
import { positionOf } from './traccar-history.ts';

const START = Date.UTC(2026, 4, 4, 12);
let now = START;
const clock: Clock = { ...systemClock, now: () => now };
const folder = mkdtempSync(join(tmpdir(), 'rastro-sent-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});
let deviceId = 0;
beforeEach(() => {
  deviceId += 1;
  now = START;
});

const answer = (type: string) =>
  Buffer.from(JSON.stringify({ id: 0, deviceId, type, textChannel: false, attributes: {} }));
async function send(commands: SentCommands, type: string, status = 200): Promise<void> {
  await commands.add(3, { status, body: answer(type) });
  now += MINUTE_MS;
}
const life = async (): Promise<readonly string[]> =>
  (await storage.commands({ deviceId, limit: 10, offset: 0 }))
    .toReversed()
    .map(({ type, status, result }) => `${type} ${status} ${result ?? ''}`.trim());
const result = (at: number, text: string): CommandNews => ({ type: 'commandResult', at, result: text });

test('[REPLICA-12] one answer is about one command, however often it is read', async () => {
  const commands = new SentCommands(storage, clock);
  await send(commands, 'engineStop');
  await send(commands, 'custom');
  const first = result(now, 'cut');
  for (let round = 0; round < 3; round++) {
    await commands.follow(deviceId, [first]);
    assert.deepEqual(await life(), ['engineStop confirmed cut', 'custom sent']);
  }
  // After a start, too.
  const again = new SentCommands(storage, clock);
  await again.follow(deviceId, [first, result(now, 'VERSION 1')]);
  assert.deepEqual(await life(), ['engineStop confirmed cut', 'custom confirmed VERSION 1']);
  await again.follow(deviceId, [first, result(now, 'VERSION 1')]);
  await send(again, 'positionSingle');
  await again.follow(deviceId, [first, result(now - MINUTE_MS, 'VERSION 1')]);
  assert.equal((await life()).at(-1), 'positionSingle sent');
});

test('[REPLICA-12] a queued command leaves, and is answered; what came before it is about others', async () => {
  const commands = new SentCommands(storage, clock);
  const early = result(now - 5 * MINUTE_MS, 'of another');
  await send(commands, 'engineResume', 202);
  await commands.follow(deviceId, [early]);
  assert.deepEqual(await life(), ['engineResume queued']);
  const left: CommandNews = { type: 'queuedCommandSent', at: now, result: null };
  await commands.follow(deviceId, [early, left]);
  await commands.follow(deviceId, [early, left]);
  assert.deepEqual(await life(), ['engineResume sent']);
  await commands.follow(deviceId, [early, left, result(now + 1, 'OK')]);
  assert.deepEqual(await life(), ['engineResume confirmed OK']);
});

test('[REPLICA-12] an answer without a place counts when it arrived, not at the time of the position before it', async () => {
  const asked: { readonly from: number }[] = [];
  const base = { deviceId, geofenceId: 0, maintenanceId: 0 };
  const event: StoredEvent = {
    ...base,
    id: 9,
    type: 'commandResult',
    eventTime: START - 20 * DAY_MS,
    positionId: 77,
    attributes: { result: 'parked, and cut' },
  };
  const position: StoredPosition = positionOf(
    {
      id: 77,
      deviceId,
      fixTime: new Date(event.eventTime).toISOString(),
      serverTime: new Date(START + 500).toISOString(),
      latitude: 0,
      longitude: 0,
      altitude: 0,
      speed: 0,
      course: 0,
      valid: true,
    },
    deviceId,
  );
  let reads = 0;
  const reader = new CommandNewsReader(
    {
      events: async (_id, period) => {
        asked.push(period);
        return [event];
      },
      positionsById: async () => {
        reads += 1;
        return [position];
      },
    },
    clock,
  );
  const { signal } = new AbortController();
  const expected = [{ type: 'commandResult', at: START + 500, result: 'parked, and cut' }];
  assert.deepEqual(await reader.since(deviceId, START, signal), expected);
  assert.deepEqual(await reader.since(deviceId, START, signal), expected);
  assert.equal(reads, 1);
  assert.ok((asked[0]?.from ?? START) < event.eventTime);
});
