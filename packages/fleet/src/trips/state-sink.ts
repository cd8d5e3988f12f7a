export type SinkValue = number | string | boolean | null;

/** Target of a state: lists of values in a fixed order, nested lists included. */
export interface StateSink {
  open(): void;
  put(value: SinkValue): void;
  /** Figures by name. */
  map(figures: Readonly<Record<string, number>>): void;
  close(): void;
}

type Node = SinkValue | Readonly<Record<string, number>> | Node[];

/** Writes JSON: the form stored with each piece. */
export class JsonSink implements StateSink {
  readonly #root: Node[] = [];
  readonly #above: Node[][] = [];
  #list = this.#root;

  open(): void {
    const list: Node[] = [];
    this.#list.push(list);
    this.#above.push(this.#list);
    this.#list = list;
  }
  put(value: SinkValue): void {
    this.#list.push(value);
  }
  map(figures: Readonly<Record<string, number>>): void {
    this.#list.push(figures);
  }
  close(): void {
    this.#list = this.#above.pop() ?? this.#root;
  }
  text(): string {
    return JSON.stringify(this.#root[0]);
  }
}
