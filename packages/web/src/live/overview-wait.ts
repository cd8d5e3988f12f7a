/** Details of the fleet wait for the map to show the overview, and for no longer than this. */
const LONGEST_MS = 1_500;
/** Nor do they wait longer for the overview itself: a line may be slow, or an answer never come. */
const LONGEST_READ_MS = 10_000;

/** Holds the first read of the fleet back, so that the map has the overview before. */
export class OverviewWait {
  readonly #over = Promise.withResolvers<void>();
  #isSent = false;

  constructor() {
    setTimeout(() => this.#over.resolve(), LONGEST_READ_MS);
  }

  /** Resolves when the details may be read. */
  get over(): Promise<void> {
    return this.#over.promise;
  }
  /** The overview came. @param isShown False = there is none, or it cannot be shown. */
  came(isShown: boolean): void {
    if (isShown) setTimeout(() => this.#over.resolve(), LONGEST_MS);
    else this.#over.resolve();
  }
  /** An update leaves for the page. @param isWhole Whether it has a picture of all vehicles. */
  sent(isWhole: boolean): void {
    this.#isSent = isWhole;
  }
  /** The page took the last update. */
  taken(): void {
    if (this.#isSent) this.#over.resolve();
  }
}
