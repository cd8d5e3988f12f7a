import type { ListSection } from '../../../live/fleet.ts';

/** A line of the table: a vehicle, or the head of what stands together. */
export type TableLine =
  | { readonly kind: 'vehicle'; readonly id: number }
  | { readonly kind: 'section'; readonly section: ListSection; readonly isOpen: boolean };

interface Block {
  readonly section: ListSection;
  readonly isOpen: boolean;
  /** Its line, and the place of its first vehicle among all ids. */
  readonly line: number;
  readonly first: number;
}

/**
 * The lines of a list with collapsible sections. Computed per section, never per vehicle: a list of any length is
 * rebuilt with each live change.
 */
export class TableLines {
  readonly #ids: Int32Array;
  readonly #blocks: readonly Block[];
  readonly count: number;

  constructor(ids: Int32Array, sections: readonly ListSection[], closed: ReadonlySet<ListSection['key']>) {
    this.#ids = ids;
    const blocks: Block[] = [];
    let [line, first] = [0, 0];
    for (const section of sections) {
      const isOpen = !closed.has(section.key);
      blocks.push({ section, isOpen, line, first });
      line += 1 + (isOpen ? section.count : 0);
      first += section.count;
    }
    this.#blocks = blocks;
    this.count = sections.length === 0 ? ids.length : line;
  }

  at(line: number): TableLine | undefined {
    if (line < 0 || line >= this.count) return undefined;
    const block = this.#blocks.findLast((each) => each.line <= line);
    if (block === undefined) return this.#vehicle(line);
    if (block.line === line) return { kind: 'section', section: block.section, isOpen: block.isOpen };
    return this.#vehicle(block.first + line - block.line - 1);
  }

  /** Line of a vehicle; -1 = it is not shown. */
  lineOf(id: number): number {
    const at = this.#ids.indexOf(id);
    const block = at === -1 ? undefined : this.#blocks.findLast(({ first }) => first <= at);
    if (block === undefined) return at;
    return block.isOpen ? block.line + 1 + at - block.first : -1;
  }
  lineOfSection(key: ListSection['key']): number {
    return this.#blocks.find(({ section }) => section.key === key)?.line ?? -1;
  }

  /** All of them in order, e.g. for a file. */
  *all(): Generator<TableLine> {
    for (let line = 0; line < this.count; line++) {
      const each = this.at(line);
      if (each !== undefined) yield each;
    }
  }

  #vehicle(at: number): TableLine | undefined {
    const id = this.#ids[at];
    return id === undefined ? undefined : { kind: 'vehicle', id };
  }
}
