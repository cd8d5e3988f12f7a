import type { Clock } from '@rastro/base';
import type { CommandStorage, StoredCommand } from '@rastro/storage';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import type { TrackerBus } from '../messages/topics.ts';

type Change = Partial<Pick<StoredCommand, 'status' | 'sentAt' | 'result' | 'reason'>>;

/** Logs what becomes of commands. What it publishes is durable. */
export class CommandJournal {
  readonly #storage: CommandStorage;
  readonly #bus: TrackerBus;
  readonly #clock: Clock;
  /** A database server works on several statements at once: those of one command wait for one another. */
  readonly #turns = new KeyedMutex();
  /** Noted commands that are not durable yet, as they are now. */
  readonly #noted = new Map<number, StoredCommand>();
  /** Ids of those that the disk did not take. */
  readonly #unwritten = new Set<number>();

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
    await this.#write(after);
    return after;
  }

  /** As `change`, if nobody else has changed it. @returns null when somebody has. */
  async claim(command: StoredCommand, change: Change): Promise<StoredCommand | null> {
    const after = { ...command, ...change, changedAt: this.#clock.now() };
    return this.#turns.run(command.id, async () => {
      if (!(await this.#storage.claimCommand(after, command.status))) return null;
      this.#bus.publish('command.changed', after);
      return after;
    });
  }

  /** As `change`, of what has happened already: what the disk does not take now is written by `writeAgain`. */
  async note(command: StoredCommand, change: Change): Promise<StoredCommand> {
    const after = { ...command, ...change, changedAt: this.#clock.now() };
    await this.#writeNoted(after);
    return after;
  }

  /** Writes down what the disk did not take, until it fails again. */
  async writeAgain(): Promise<void> {
    for (const id of this.#unwritten) {
      const command = this.#noted.get(id);
      if (!command) continue;
      try {
        await this.#writeNoted(command);
      } catch {
        return; // Reported when it was noted; the next call may succeed.
      }
    }
  }

  async #writeNoted(command: StoredCommand): Promise<void> {
    const { id } = command;
    this.#noted.set(id, command);
    this.#unwritten.delete(id);
    // A newer note, which comes after this one in storage, takes care of itself.
    const isNewest = (): boolean => this.#noted.get(id) === command;
    try {
      await this.#write(command);
      if (isNewest()) this.#noted.delete(id);
    } catch (error) {
      if (isNewest()) this.#unwritten.add(id);
      throw error;
    }
  }
  #write(command: StoredCommand): Promise<void> {
    return this.#turns.run(command.id, async () => {
      await this.#storage.updateCommand(command);
      this.#bus.publish('command.changed', command);
    });
  }
}
