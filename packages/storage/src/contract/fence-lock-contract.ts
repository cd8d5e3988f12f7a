import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '../port.ts';
import type { NewAction, StoredAction, StoredPosition } from '../records.ts';
import { StorageError } from '../storage-error.ts';
import { command } from './made-command.ts';
import { position } from './made-rows.ts';

/** Tests of commands that a position makes necessary. */
export function fenceLockContract(room: {
  readonly store: () => Storage;
  readonly reopen: () => Promise<void>;
}): void {
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
    const crossed = position();
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
}
