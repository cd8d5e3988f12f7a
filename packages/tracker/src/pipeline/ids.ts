import type { LastIds } from '@rastro/storage';

/** Hands out ids before storage has seen the row, so that events can name their position. */
export class IdSequence {
  #position: number;
  #event: number;

  constructor(last: LastIds) {
    this.#position = last.position;
    this.#event = last.event;
  }
  nextPosition(): number {
    return ++this.#position;
  }
  nextEvent(): number {
    return ++this.#event;
  }
}
