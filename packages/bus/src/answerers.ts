import type { Address, AllPatience } from './bus.ts';
import { Gathering } from './gathering.ts';

/** Part of the time for the answers of all that one process may use: what it answers has a way to go. */
export const IN_TIME = 0.8;

type ReportError = (port: string, error: unknown) => void;
export type Answerer = (question: unknown) => unknown;

/** Those who answer ports in this process, by address. */
export class Answerers {
  readonly #byPort = new Map<string, Map<Address | null, Answerer[]>>();

  /** @returns true when it is the first one there. */
  add(port: string, at: Address | null, answerer: Answerer): boolean {
    let places = this.#byPort.get(port);
    if (!places) this.#byPort.set(port, (places = new Map()));
    const there = places.get(at);
    if (there) there.push(answerer);
    else places.set(at, [answerer]);
    return !there;
  }
  /** @returns true when none is left there. */
  remove(port: string, at: Address | null, answerer: Answerer): boolean {
    const places = this.#byPort.get(port);
    const there = places?.get(at);
    const index = there?.indexOf(answerer) ?? -1;
    if (!places || !there || index < 0) return false;
    there.splice(index, 1);
    if (there.length > 0) return false;
    places.delete(at);
    if (places.size === 0) this.#byPort.delete(port);
    return true;
  }
  /** The newest one there. */
  find(port: string, at: Address | null): Answerer | undefined {
    return this.#byPort.get(port)?.get(at)?.at(-1);
  }
  /** Asks the newest one at each place. A failure is reported. */
  askAll(
    port: string,
    question: unknown,
    patience: AllPatience | undefined,
    onError: ReportError,
  ): Gathering {
    const gathering = new Gathering(patience);
    const all = [...(this.#byPort.get(port)?.values() ?? [])].flatMap((there) => there.at(-1) ?? []);
    gathering.expect(all.length);
    for (const answerer of all)
      (async () => answerer(question))().then(
        (answer) => gathering.add([answer ?? null]),
        (error: unknown) => {
          onError(port, error);
          gathering.add([]);
        },
      );
    return gathering;
  }
  has(port: string): boolean {
    return this.#byPort.has(port);
  }
}
