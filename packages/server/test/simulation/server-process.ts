import type { Directory } from '@rastro/tracker';
import { Life, type Scheduler } from './scheduler.ts';
import type { Trace } from './trace.ts';

export interface ProcessWorld {
  readonly scheduler: Scheduler;
  readonly trace: Trace;
}
/** Parts of a server that run in a process. */
interface Parts {
  /** Its replica of accounts, devices and rights. */
  readonly directory: Directory;
  close(): Promise<void>;
}

/** A process of the server, which can be killed and started again. */
export class ServerProcess<P extends Parts = Parts> {
  readonly name: string;
  life = new Life();
  readonly #world: ProcessWorld;
  readonly #open: (life: Life) => Promise<P>;
  #parts: P | null = null;

  constructor(name: string, world: ProcessWorld, open: (life: Life) => Promise<P>) {
    this.name = name;
    this.#world = world;
    this.#open = open;
    this.life.end();
  }

  /** Null = it is down, or starts. */
  get parts(): P | null {
    return this.#parts;
  }

  /** @returns false when its disk failed; a process that is killed meanwhile never answers. */
  async start(): Promise<boolean> {
    const { scheduler, trace } = this.#world;
    const life = (this.life = new Life());
    try {
      this.#parts = await new Promise<P>((resolve, reject) => {
        scheduler.after(1, life, () => void this.#open(life).then(resolve, reject));
      });
      return true;
    } catch (error) {
      if (life.isEnded) return false;
      trace.add(scheduler.now, `no start of ${this.name}`, String(error));
      life.end();
      return false;
    }
  }
  /** As `kill -9`: all that it had planned does not happen. What is stored is stored. */
  kill(): void {
    this.#parts = null;
    this.life.end();
  }
  /** Ends as a service is stopped. */
  async stop(): Promise<void> {
    const { scheduler } = this.#world;
    const [parts, life] = [this.#parts, this.life];
    this.#parts = null;
    if (!parts) return;
    await new Promise<void>((resolve, reject) => {
      scheduler.after(1, life, () => void parts.close().then(resolve, reject));
    });
    life.end();
  }
}
