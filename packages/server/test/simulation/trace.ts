import { createHash } from 'node:crypto';

/** Everything that happens, as one hash. */
export class Trace {
  readonly #hash = createHash('sha256');
  readonly #onLine: ((line: string) => void) | null;
  #count = 0;

  constructor(onLine: ((line: string) => void) | null = null) {
    this.#onLine = onLine;
  }

  add(time: number, kind: string, content: string | Uint8Array = ''): void {
    this.#count++;
    this.#hash.update(`${time} ${kind} `).update(content).update('\n');
    if (this.#onLine)
      this.#onLine(
        `${time} ${kind} ${typeof content === 'string' ? content : Buffer.from(content).toString('hex')}`,
      );
  }
  get count(): number {
    return this.#count;
  }
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}
