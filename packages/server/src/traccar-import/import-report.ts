/** Outcome of a row that is not here as it was there. */
export type Outcome = 'refused' | 'changed' | 'noted';

interface Summary {
  readonly outcome: Outcome;
  readonly kind: string;
  readonly why: string;
  count: number;
}

/**
 * Says of each row that was not taken over as it was what became of it, and why. Lines go to a file as they come;
 * memory holds their number by reason.
 */
export class ImportReport {
  readonly #write: (line: string) => void;
  readonly #summaries = new Map<string, Summary>();

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** @param row Its id and, for people, its name. */
  add(
    outcome: Outcome,
    { kind, row, why }: { readonly kind: string; readonly row: string; readonly why: string },
  ): void {
    this.#write(`${outcome}\t${kind} ${row}\t${plain(why)}\n`);
    const isFull = this.#summaries.size >= MAX_REASONS;
    const known = this.#summaries.get(`${outcome} ${kind} ${why}`);
    const reason = known || !isFull ? why : 'further reasons; see the file';
    const key = `${outcome} ${kind} ${reason}`;
    const summary = this.#summaries.get(key) ?? { outcome, kind, why: reason, count: 0 };
    summary.count++;
    this.#summaries.set(key, summary);
  }

  count(outcome: Outcome, kind: string): number {
    return [...this.#summaries.values()]
      .filter((each) => each.outcome === outcome && each.kind === kind)
      .reduce((sum, { count }) => sum + count, 0);
  }

  /** A line for each reason, most frequent first. */
  lines(): readonly string[] {
    return [...this.#summaries.values()]
      .toSorted((a, b) => b.count - a.count)
      .map(({ outcome, kind, why, count }) => `${outcome}: ${kind} (${count}): ${plain(why)}`);
  }
}

const MAX_REASONS = 1000;
const MAX_CHARACTERS = 300;
/** Texts of a foreign server: one line, nothing that moves a terminal. */
const plain = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ').slice(0, MAX_CHARACTERS);
