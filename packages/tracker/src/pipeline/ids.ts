import type { IngestStorage, ReservedKind } from '@rastro/storage';

/** Ids taken from storage at once. */
const BLOCK = 100_000;
/** With fewer left the next block is fetched: more than a full queue of the commit can use up meanwhile. */
const REFILL_BELOW = 50_000;
/** With fewer left nothing new is begun: one message must not run out half-way. */
const SHORT_BELOW = 10_000;

interface Block {
  next: number;
  end: number;
}
type Reserve = Pick<IngestStorage, 'reserveIds'>;

/**
 * Hands out ids before storage has seen the row, so that events can name their position. They come in blocks
 * from storage, so several processes never give out the same; which of two is larger says nothing about age.
 */
export class IdSequence {
  readonly #storage: Reserve;
  readonly #onError: (error: unknown) => void;
  readonly #position: readonly [Block, Block];
  readonly #event: readonly [Block, Block];
  readonly #fetching = new Set<ReservedKind>();

  private constructor(storage: Reserve, onError: (error: unknown) => void, blocks: readonly [Block, Block]) {
    this.#storage = storage;
    this.#onError = onError;
    this.#position = [blocks[0], { next: 0, end: 0 }];
    this.#event = [blocks[1], { next: 0, end: 0 }];
  }

  /** @param onError Called when storage gives no block; it is asked again with the next id. */
  static async open(storage: Reserve, onError: (error: unknown) => void): Promise<IdSequence> {
    const position = await storage.reserveIds('position', BLOCK);
    const event = await storage.reserveIds('event', BLOCK);
    return new IdSequence(storage, onError, [
      { next: position, end: position + BLOCK },
      { next: event, end: event + BLOCK },
    ]);
  }

  /** Too few are left to begin anything: storage has not given new ones. Asks for them once more. */
  get isShort(): boolean {
    const short = left(this.#position) < SHORT_BELOW || left(this.#event) < SHORT_BELOW;
    if (short) {
      this.#refill('position', this.#position);
      this.#refill('event', this.#event);
    }
    return short;
  }
  nextPosition(): number {
    return this.#next('position', this.#position);
  }
  nextEvent(): number {
    return this.#next('event', this.#event);
  }

  #next(kind: ReservedKind, [now, later]: readonly [Block, Block]): number {
    if (now.next === now.end) {
      if (later.next === later.end) throw new Error(`Cannot number a ${kind}: storage gave no ids`);
      Object.assign(now, later);
      later.next = later.end;
    }
    const id = now.next++;
    if (now.end - id < REFILL_BELOW) this.#refill(kind, [now, later]);
    return id;
  }

  #refill(kind: ReservedKind, blocks: readonly [Block, Block]): void {
    const [, later] = blocks;
    if (later.next < later.end || this.#fetching.has(kind)) return;
    this.#fetching.add(kind);
    this.#storage
      .reserveIds(kind, BLOCK)
      .then((first) => void Object.assign(later, { next: first, end: first + BLOCK }), this.#onError)
      .finally(() => this.#fetching.delete(kind));
  }
}

const left = ([now, later]: readonly [Block, Block]): number => now.end - now.next + later.end - later.next;
