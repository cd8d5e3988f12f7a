import type { Clock } from '@rastro/base';
import type { Parcel, Sender } from './sender.ts';

export interface ForwarderOptions {
  /** Parcels waiting; beyond this the oldest is given up. */
  readonly maxWaiting: number;
  /** Pause after a failure, doubled with each in a row up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}
export interface ForwarderCounts {
  readonly sent: number;
  readonly refused: number;
  /** Given up because too many were waiting. */
  readonly dropped: number;
  readonly waiting: number;
}

/**
 * Sends parcels to one target in their order, one at a time, again and again until it takes them. A target
 * that is away costs a bounded queue and never slows the devices.
 */
export class Forwarder {
  readonly #sender: Sender;
  readonly #options: ForwarderOptions;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  readonly #stop = new AbortController();
  #waiting: Parcel[] = [];
  #running: Promise<void> | null = null;
  #sent = 0;
  #refused = 0;
  #dropped = 0;
  #inFlight: 0 | 1 = 0;

  constructor(sender: Sender, options: ForwarderOptions, clock: Clock, onFailure: (error: unknown) => void) {
    this.#sender = sender;
    this.#options = options;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  get counts(): ForwarderCounts {
    return {
      sent: this.#sent,
      refused: this.#refused,
      dropped: this.#dropped,
      waiting: this.#waiting.length + this.#inFlight,
    };
  }

  add(parcels: readonly Parcel[]): void {
    this.#waiting.push(...parcels);
    const excess = this.#waiting.length - this.#options.maxWaiting;
    if (excess > 0) {
      this.#waiting.splice(0, excess);
      this.#dropped += excess;
    }
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#sender.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      const parcel = this.#waiting.shift();
      if (!parcel || this.#stop.signal.aborted) break;
      this.#inFlight = 1;
      await this.#deliver(parcel);
      this.#inFlight = 0;
    }
    this.#running = null;
  }

  /** Until the other side has taken or rejected it, or the forwarder stops. */
  async #deliver(parcel: Parcel): Promise<void> {
    const { signal } = this.#stop;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const outcome = await this.#sender.send(parcel, signal);
        if (outcome === 'sent') this.#sent++;
        else this.#refused++;
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (failures === 0) this.#onFailure(error);
        await this.#pause(failures);
      }
    }
  }

  async #pause(failures: number): Promise<void> {
    const { pauseMs, longestPauseMs } = this.#options;
    const wait = Math.min(pauseMs * 2 ** failures, longestPauseMs);
    await this.#clock.sleep(wait, this.#stop.signal).catch(() => {}); // Stopping ends the pause.
  }
}
