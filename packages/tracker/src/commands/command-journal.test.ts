import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { createInProcessBus } from '@rastro/bus';
import type { CommandStorage, StoredCommand } from '@rastro/storage';
import type { TrackerPorts, TrackerTopics } from '../messages/topics.ts';
import { newCommand } from '../pending-records/command-life.ts';
import { CommandJournal } from './command-journal.ts';

const SENT: StoredCommand = {
  ...newCommand(
    {
      deviceId: 1,
      userId: 1,
      type: 'engineStop',
      textChannel: false,
      description: null,
      attributes: {},
    },
    1000,
  ),
  id: 7,
  status: 'sent',
};

/** Statements of several connections: each takes effect when the test lets it. */
function openBusyDatabase() {
  const waiting: (() => void)[] = [];
  let stored: StoredCommand = SENT;
  const storage: CommandStorage = {
    insertCommands: async () => [],
    updateCommand: (command) =>
      new Promise((resolve) => {
        waiting.push(() => {
          stored = command;
          resolve();
        });
      }),
    claimCommand: async () => true,
    commandById: async () => stored,
    commands: async () => [],
    openCommands: async () => [],
    removeCommandsBefore: async () => {},
  };
  /** The newest statement is done first, as long as there are any. */
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      next();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { storage, work, stored: () => stored };
}

test('[CMD-102] what becomes of a command is stored and told in the order in which it happened', async () => {
  const bus = createInProcessBus<TrackerTopics, TrackerPorts>((_topic, error) => {
    throw error;
  });
  const published: string[] = [];
  bus.subscribe('command.changed', ({ status }) => published.push(status));
  const database = openBusyDatabase();
  const journal = new CommandJournal(database.storage, bus, systemClock);
  const accepted = journal.note(SENT, { status: 'accepted', result: 'Success!' });
  const confirmed = journal.note(SENT, { status: 'confirmed', result: 'Success!' });
  await new Promise((resolve) => setImmediate(resolve));
  await database.work();
  await Promise.all([accepted, confirmed]);
  assert.deepEqual(published, ['accepted', 'confirmed']);
  assert.equal(database.stored().status, 'confirmed');
});
