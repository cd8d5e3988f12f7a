import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredCommand } from '../command-port.ts';
import type { Storage } from '../port.ts';
import { StorageError } from '../storage-error.ts';
import type { NewAction, StoredAction, StoredPosition } from '../records.ts';

const command = (values: Partial<StoredCommand> = {}): Omit<StoredCommand, 'id'> => ({
  deviceId: 1,
  userId: 3,
  type: 'engineStop',
  textChannel: false,
  description: 'Stop',
  attributes: { data: 'çã', list: [1] },
  status: 'queued',
  createdAt: 1000,
  expiresAt: 9000,
  sentAt: null,
  changedAt: 1000,
  result: null,
  reason: null,
  ...values,
});

/** Tests of storage for commands. @param room The store of the running test, and how to open it again. */
export function commandContract(room: {
  readonly store: () => Storage;
  readonly reopen: () => Promise<void>;
  readonly position: () => StoredPosition;
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

  test('[FENCELOCK-1] a command and its line in the audit log become durable with the position they belong to, or not', async () => {
    const action: NewAction = {
      actionTime: 1000,
      address: '',
      userId: 0,
      actionType: 'command',
      objectType: 'device',
      objectId: 1,
      attributes: { geofenceId: 4 },
    };
    const batch = (position: StoredPosition) => ({
      positions: [position],
      events: [],
      states: [],
      commands: [{ positionId: position.id, command: command(), action }],
    });
    const log = async (): Promise<readonly StoredAction[]> => {
      const found: StoredAction[] = [];
      for await (const page of room.store().actions({ from: 0, to: 9999, pageSize: 10 })) found.push(...page);
      return found;
    };
    const crossed = room.position();
    const { commandIds } = await room.store().commit(batch(crossed));
    const again = await room.store().commit(batch({ ...crossed, id: crossed.id + 1 }));
    assert.deepEqual(
      again,
      { known: [{ id: crossed.id + 1, storedAs: crossed.id }], commandIds: [null] },
      'sent again',
    );
    const next = batch({ ...crossed, id: crossed.id + 2, fixTime: 5000 });
    const bad = { positionId: crossed.id + 2, command: command({ type: null as never }), action };
    const poisoned = { ...next, commands: [...next.commands, bad] };
    await assert.rejects(room.store().commit(poisoned), StorageError);
    await room.reopen();
    const stored = await room.store().commands({ deviceId: 1, limit: 10, offset: 0 });
    assert.deepEqual(stored, [{ ...command(), id: commandIds[0] }]);
    assert.equal((await log()).length, 1);
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

  test('[CMD-3] old traces are forgotten, what is queued is not; a removed device takes its commands along', async () => {
    const store = room.store();
    const deviceId = await store.insertDocument('device', 'x', {});
    const [queued = 0, , recent = 0] = await store.insertCommands([
      command({ deviceId, createdAt: 1 }),
      command({ deviceId, createdAt: 1, status: 'confirmed' }),
      command({ deviceId, createdAt: 100, status: 'failed' }),
    ]);
    await store.removeCommandsBefore(100);
    const left = () => store.commands({ deviceId, limit: 10, offset: 0 });
    assert.deepEqual(ids(await left()), [recent, queued]);
    await store.removeDocument('device', deviceId);
    assert.deepEqual(await left(), []);
  });
}
