/** Whether the mobile network reaches a vehicle. */
export class Coverage {
  #reachable = true;
  readonly #watchers = new Set<() => void>();

  get reachable(): boolean {
    return this.#reachable;
  }

  set reachable(reachable: boolean) {
    if (this.#reachable === reachable) return;
    this.#reachable = reachable;
    for (const watcher of this.#watchers) watcher();
  }

  /** @returns Stops watching. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
