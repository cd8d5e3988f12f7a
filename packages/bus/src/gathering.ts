import { host } from '@rastro/base/host';
import { ALL_ANSWERS_MS, type AllPatience } from './bus.ts';

/** Collects the answers to a question to all. */
export class Gathering {
  /** Resolves, with the answers so far, when all who were asked are through, one answer is enough, or time is over. */
  readonly done: Promise<readonly unknown[]>;
  readonly #answers: unknown[] = [];
  readonly #until: (answer: unknown) => boolean;
  readonly #timer;
  #resolve: (answers: readonly unknown[]) => void = () => {};
  /** Known once it was asked. */
  #asked = Infinity;
  #through = 0;

  constructor({ timeoutMs = ALL_ANSWERS_MS, until = () => false }: AllPatience = {}) {
    this.done = new Promise((resolve) => (this.#resolve = resolve));
    this.#until = until;
    this.#timer = host.setTimeout(() => this.end(), timeoutMs);
  }

  expect(asked: number): void {
    this.#asked = asked;
    this.#check();
  }
  /** One of those who were asked is through; without answers it has failed. */
  add(answers: readonly unknown[]): void {
    this.#through++;
    this.#answers.push(...answers);
    if (answers.some((answer) => this.#until(answer))) this.end();
    else this.#check();
  }
  end(): void {
    host.clearTimeout(this.#timer);
    this.#resolve(this.#answers);
  }

  #check(): void {
    if (this.#through >= this.#asked) this.end();
  }
}
