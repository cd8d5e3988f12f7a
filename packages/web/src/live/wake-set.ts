/** Watchers by key. All wakes of a frame run together, before it is painted. */
export class WakeSet {
  readonly #wakes = new Map<string | number, Set<() => void>>();
  readonly #due = new Set<string | number>();
  #isScheduled = false;

  add(key: string | number, wake: () => void): () => void {
    const wakes = this.#wakes.get(key) ?? new Set();
    wakes.add(wake);
    this.#wakes.set(key, wakes);
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0 && this.#wakes.get(key) === wakes) this.#wakes.delete(key);
    };
  }

  countOf(key: string | number): number {
    return this.#wakes.get(key)?.size ?? 0;
  }

  wake(key: string | number): void {
    if (!this.#wakes.has(key)) return;
    this.#due.add(key);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const run = (): void => this.#run();
    // A hidden page gets no frames, but must still learn that the session has ended.
    if (document.visibilityState === 'visible') requestAnimationFrame(run);
    else setTimeout(run, 0);
  }

  clear(): void {
    this.#wakes.clear();
    this.#due.clear();
  }

  #run(): void {
    this.#isScheduled = false;
    const due = [...this.#due];
    this.#due.clear();
    for (const key of due) for (const wake of Array.from(this.#wakes.get(key) ?? [])) wake();
  }
}
