import type { StoredCommand } from '@rastro/storage';
import type { CommandError } from '../messages/topics.ts';

/** A command that was not sent yet; `waited` once this was reported. */
export interface Queued {
  command: StoredCommand;
  waited: boolean;
  error: CommandError | null;
}

/** Waiting commands of each device, in order of arrival. */
export class CommandQueues {
  readonly #byDevice = new Map<number, readonly Queued[]>();

  of(deviceId: number): readonly Queued[] {
    return this.#byDevice.get(deviceId) ?? [];
  }
  has(deviceId: number): boolean {
    return this.#byDevice.has(deviceId);
  }
  all(): Iterable<readonly [deviceId: number, queue: readonly Queued[]]> {
    return this.#byDevice;
  }
  devices(): Iterable<number> {
    return this.#byDevice.keys();
  }
  add(command: StoredCommand, waited: boolean): Queued {
    const entry: Queued = { command, waited, error: null };
    this.#byDevice.set(command.deviceId, [...this.of(command.deviceId), entry]);
    return entry;
  }
  get size(): number {
    return this.#byDevice.values().reduce((sum, queue) => sum + queue.length, 0);
  }
  drop(entry: Queued): void {
    const { deviceId } = entry.command;
    const left = this.of(deviceId).filter((other) => other !== entry);
    if (left.length > 0) this.#byDevice.set(deviceId, left);
    else this.#byDevice.delete(deviceId);
  }
  forget(deviceId: number): void {
    this.#byDevice.delete(deviceId);
  }
}
