import type { Directory } from '../directory/directory.ts';

/** Types of events that some rule of notifications is about: events of others need not wait for anybody. */
export class RuledTypes {
  readonly #count = new Map<string, number>();

  constructor(directory: Directory) {
    const { notification } = directory.linked;
    for (const { type } of notification.inOrder()) this.#add(type, 1);
    notification.watch(({ before, after }) => {
      if (before) this.#add(before.type, -1);
      if (after) this.#add(after.type, 1);
    });
  }

  has(type: string): boolean {
    return this.#count.has(type);
  }
  get all(): readonly string[] {
    return [...this.#count.keys()];
  }

  #add(type: string, more: number): void {
    const count = (this.#count.get(type) ?? 0) + more;
    if (count > 0) this.#count.set(type, count);
    else this.#count.delete(type);
  }
}
