import type { FleetFrame } from './fleet-source.ts';

export interface ArrivedFrame {
  readonly frame: FleetFrame;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Frames between the socket and who takes them, in order and bounded: what does not fit is not kept. */
export class FrameQueue {
  readonly #mostRows: number;
  #waiting: ArrivedFrame[] = [];
  #rows = 0;
  #hasEnded = false;
  #wake = (): void => {};

  constructor(mostRows: number) {
    this.#mostRows = mostRows;
  }

  /** @returns false when it is full; then nothing may follow, or there would be a gap. */
  add(arrived: ArrivedFrame): boolean {
    const rows = rowsOf(arrived.frame);
    if (this.#hasEnded || this.#rows + rows > this.#mostRows) return false;
    this.#rows += rows;
    this.#waiting.push(arrived);
    this.#wake();
    return true;
  }
  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ArrivedFrame> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        yield next;
        // Counted until it has been taken.
        this.#rows -= rowsOf(next.frame);
      } else if (this.#hasEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

const rowsOf = ({ devices = [], positions = [], events = [], gone = [] }: FleetFrame): number =>
  devices.length + positions.length + events.length + gone.length;
