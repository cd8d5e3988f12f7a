import type { Clock } from '@rastro/base';
import type { CursorListStorage } from '@rastro/storage';

const PREFIX = 'seen.user.';

/** Times at which users were last here. In memory, and written now and then, many at once: nobody waits for it.
 * Of what several processes write, the latest counts. */
export class LastSeen {
  readonly #storage: CursorListStorage;
  readonly #clock: Clock;
  /** Not written yet. */
  #since = new Map<number, number>();

  constructor(storage: CursorListStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  seen(userId: number): void {
    this.#since.set(userId, this.#clock.now());
  }

  /** By account; without users who were never seen. */
  async all(): Promise<ReadonlyMap<number, number>> {
    const cursors = await this.#storage.cursorsByPrefix(PREFIX);
    const all = new Map(cursors.map(({ name, instant }) => [Number(name.slice(PREFIX.length)), instant]));
    for (const [id, instant] of this.#since) all.set(id, Math.max(instant, all.get(id) ?? 0));
    return all;
  }

  async save(): Promise<void> {
    const written = this.#since;
    if (written.size === 0) return;
    await this.#storage.advanceCursors(
      [...written].map(([id, instant]) => ({ name: `${PREFIX}${id}`, instant })),
    );
    // A later time is newer, and remains to be written.
    for (const [id, instant] of written) if (this.#since.get(id) === instant) this.#since.delete(id);
  }
}
