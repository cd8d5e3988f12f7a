import type { Clock } from '@rastro/base';
import type { CommandStorage, StoredCommand } from '@rastro/storage';
import type { TrackerBus } from '../messages/topics.ts';

type Change = Partial<Pick<StoredCommand, 'status' | 'sentAt' | 'result' | 'reason'>>;

/** Logs what becomes of commands. What it publishes is durable. */
export class CommandJournal {
  readonly #storage: CommandStorage;
  readonly #bus: TrackerBus;
  readonly #clock: Clock;

  constructor(storage: CommandStorage, bus: TrackerBus, clock: Clock) {
    this.#storage = storage;
    this.#bus = bus;
    this.#clock = clock;
  }

  async begin(commands: readonly Omit<StoredCommand, 'id'>[]): Promise<readonly StoredCommand[]> {
    const ids = await this.#storage.insertCommands(commands);
    const begun = commands.map((command, at) => ({ ...command, id: ids[at] ?? 0 }));
    for (const command of begun) this.#bus.publish('command.changed', command);
    return begun;
  }

  /** @returns the command as it is now, durably. */
  async change(command: StoredCommand, change: Change): Promise<StoredCommand> {
    const after = { ...command, ...change, changedAt: this.#clock.now() };
    await this.#storage.updateCommand(after);
    this.#bus.publish('command.changed', after);
    return after;
  }
}
