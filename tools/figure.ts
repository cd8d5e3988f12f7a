/** A measured property of the product that documents may state. */
export interface Figure {
  /** Name in `docs/figures.md` and in the markers of texts. */
  readonly id: string;
  readonly title: string;
  /** As texts write it; empty = a number of things. */
  readonly unit: string;
  /** Allowed difference between the page and the product, and between a text and the page, in percent. */
  readonly tolerance: number;
  readonly conditions: string;
}

/** The same on every machine, and quick: a gate compares it with the page. */
export interface CountedFigure extends Figure {
  readonly count: () => number | Promise<number>;
}

/** Depends on the machine: only `npm run figures` measures it. */
export interface BenchedFigure extends Figure {
  /** Name of a benchmark and its arguments. */
  readonly run: readonly [bench: string, ...args: string[]];
  /** Line of its output: the name, and `n` where several have it. */
  readonly line: string;
  readonly n?: number;
  readonly field: string;
  /** Number by which the value is divided. */
  readonly by?: number;
  /** Measured on a recording of the reference folder: without it, the page keeps what it has. */
  readonly needsReference?: true;
  /** Takes many minutes: measured only when it is named. */
  readonly isLong?: true;
}
