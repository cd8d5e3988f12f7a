import type { DeviceCommand } from '@rastro/fleet';
import type { Vehicle } from './fleet-work.ts';
import type { Operator } from './operator.ts';

const ROUND_MS = 900;
const OPEN: readonly string[] = ['queued', 'waiting', 'sending'];
/** It may or may not have reached its device, or nobody knows what became of it there. */
const UNCERTAIN: readonly string[] = ['sent', 'unanswered', 'unknown'];

/** Sends commands to the fleet, each another one, through whichever process answers. */
export class CommandProbe {
  readonly #operator: Operator;
  readonly #vehicles: readonly Vehicle[];
  sent = 0;
  #isEnding = false;
  #running: Promise<void> = Promise.resolve();

  constructor(operator: Operator, vehicles: readonly Vehicle[]) {
    this.#operator = operator;
    this.#vehicles = vehicles;
  }
  start(): void {
    this.#running = this.#run();
  }
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }
  async #run(): Promise<void> {
    while (!this.#isEnding) {
      const vehicle = this.#vehicles[this.sent % this.#vehicles.length];
      const attributes = { data: `setparam ${this.sent++}` };
      await this.#operator.tryOnce('POST', '/api/commands/send', {
        deviceId: vehicle?.id,
        type: 'custom',
        attributes,
      });
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  }

  async #list(): Promise<readonly DeviceCommand[]> {
    const lists = await Promise.all(
      this.#vehicles.map(({ id }) =>
        this.#operator.json<DeviceCommand[]>('GET', `/api/commands/queue?deviceId=${id}&limit=500`),
      ),
    );
    return lists.flat();
  }
  /** Commands that are still to be sent. */
  async open(): Promise<number> {
    return (await this.#list()).filter(({ status }) => OPEN.includes(status)).length;
  }
  /** @returns all that is not as it must be: done once where that is said, and never twice. */
  async check(): Promise<readonly string[]> {
    const done = new Map<string, number>();
    for (const { device } of this.#vehicles)
      for (const text of device.executed) done.set(text, (done.get(text) ?? 0) + 1);
    const found: string[] = [];
    for (const [text, count] of done) if (count > 1) found.push(`command "${text}" was done ${count} times`);
    for (const { attributes, status } of await this.#list()) {
      const data = typeof attributes['data'] === 'string' ? attributes['data'] : '';
      const count = done.get(data) ?? 0;
      const isRight = UNCERTAIN.includes(status) || (status === 'accepted' ? count === 1 : count === 0);
      if (!isRight) found.push(`command "${data}" is ${status} and was done ${count} times`);
    }
    return found;
  }
}
