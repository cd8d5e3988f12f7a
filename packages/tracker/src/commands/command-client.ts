import { partitionOf, type StoredCommand } from '@rastro/storage';
import { AppError } from '../errors/app-error.ts';
import type { CommandOrder, TrackerBus } from '../messages/topics.ts';

/** A command may have to wait for others of its device, and for a device that reads slowly. */
const PATIENCE_MS = 120_000;

const ofOwner = ({ deviceId }: { readonly deviceId: number }) => ({
  to: partitionOf(deviceId),
  timeoutMs: PATIENCE_MS,
});

/** Client of the command dispatcher, wherever it runs. */
export class CommandClient {
  readonly #bus: TrackerBus;

  constructor(bus: TrackerBus) {
    this.#bus = bus;
  }

  /**
   * Sends a command, or keeps it until its device is there.
   * @returns the command, `sent` or `queued`. @throws AppError when it cannot be sent at all.
   */
  async submit(order: CommandOrder): Promise<StoredCommand> {
    const answer = await this.#bus.ask('command.requested', order, ofOwner(order));
    if ('command' in answer) return answer.command;
    throw new AppError(answer.error.code, answer.error.explanation);
  }

  /** Takes a command back. @returns false when it is no longer queued. */
  cancel({ id, deviceId }: StoredCommand): Promise<boolean> {
    return this.#bus.ask('command.cancelled', { id, deviceId }, ofOwner({ deviceId }));
  }
}
