import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredCommand } from '../command-port.ts';
import type { AreaStorage } from '../port.ts';
import { command } from './made-command.ts';

/** Tests of storage for commands. @param room The store of the running test, and how to open it again. */
export function commandContract(room: {
  readonly store: () => AreaStorage;
  readonly reopen: () => Promise<void>;
}): void {
  const ids = (commands: readonly StoredCommand[]): number[] => commands.map(({ id }) => id);

  test('[CMD-1] commands are there after opening again, of one device and newest first', async () => {
    const [first = 0, other = 0, last = 0] = await room
      .store()
      .insertCommands([command(), command({ deviceId: 2 }), command({ type: 'custom', description: null })]);
    await room.reopen();
    assert.deepEqual(await room.store().commandById(first), { ...command(), id: first });
    assert.equal(await room.store().commandById(99), null);
    const page = (limit: number, offset: number) => room.store().commands({ deviceId: 1, limit, offset });
    assert.deepEqual(ids(await page(10, 0)), [last, first]);
    assert.deepEqual(ids(await page(1, 1)), [first]);
    assert.deepEqual(ids(await room.store().commands({ deviceId: 2, limit: 10, offset: 0 })), [other]);
  });

  test('[CMD-2] what is not over is found again, oldest first; a change of state is durable', async () => {
    const store = room.store();
    const statuses = [
      'queued',
      'waiting',
      'sending',
      'sent',
      'unanswered',
      'accepted',
      'unknown',
      'confirmed',
      'failed',
      'expired',
    ] as const;
    const [firstId = 0] = await store.insertCommands(
      statuses.map((status) => command({ status, sentAt: 500 })),
    );
    const open = (await store.openCommands(500)).map(({ status }) => status);
    assert.deepEqual(open, ['queued', 'waiting', 'sending', 'sent', 'unanswered', 'accepted', 'unknown']);
    const recent = (await store.openCommands(501)).map(({ status }) => status);
    assert.deepEqual(recent, ['queued', 'waiting', 'sending'], 'sent too long ago to wait for an answer');
    const changed = {
      ...command(),
      id: firstId,
      status: 'accepted',
      sentAt: 2000,
      changedAt: 2500,
      result: 'OK',
      reason: 'x',
    } as const;
    await store.updateCommand(changed);
    await room.reopen();
    assert.deepEqual(await room.store().commandById(firstId), changed);
  });

  test('[STORE-51] of two processes that claim a command, one gets it', async () => {
    const store = room.store();
    const [id = 0] = await store.insertCommands([command({ status: 'queued' })]);
    const sending = { ...command({ status: 'sending', sentAt: 7 }), id };
    assert.equal(await store.claimCommand(sending, 'waiting'), false);
    assert.equal((await store.commandById(id))?.status, 'queued');
    const claims = [store.claimCommand(sending, 'queued'), store.claimCommand(sending, 'queued')];
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1);
    assert.deepEqual(await store.commandById(id), sending);
  });

  test('[CMD-3] old traces are forgotten, what is queued is not; a removed device takes its commands along', async () => {
    const store = room.store();
    const deviceId = await store.insertDocument('device', 'x', {});
    const [queued = 0, waiting = 0, , recent = 0] = await store.insertCommands([
      command({ deviceId, createdAt: 1 }),
      command({ deviceId, createdAt: 1, status: 'waiting' }),
      command({ deviceId, createdAt: 1, status: 'confirmed' }),
      command({ deviceId, createdAt: 100, status: 'failed' }),
    ]);
    await store.removeCommandsBefore(100);
    const left = () => store.commands({ deviceId, limit: 10, offset: 0 });
    assert.deepEqual(ids(await left()), [recent, waiting, queued]);
    await store.removeDocument('device', deviceId);
    assert.deepEqual(await left(), []);
  });
}
