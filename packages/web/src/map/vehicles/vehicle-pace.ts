/** A move below this is invisible, so no frame is drawn for it. */
const UNSEEN_PX = 0.5;
/** A glide is slow at both ends: half-way it is so many times as fast as on average. */
const FASTEST = 1.5;

/**
 * Frame rate for a map with moving vehicles: a frame that moves none of them by half a pixel costs as much as any
 * other. A whole fleet from afar needs ten a second, a street sixty.
 */
export class VehiclePace {
  readonly #glideMs: number;
  #since = -Infinity;
  /** Widest ways of the running stretch of time and of the one before, which may still be under way. */
  #widest = 0;
  #widestBefore = 0;

  /** @param glideMs How long a glide takes. */
  constructor(glideMs: number) {
    this.#glideMs = glideMs;
  }

  /** @param distance Of a vehicle in view, as a share of the width of the world. */
  begin(distance: number, now: number): void {
    const sinceMs = now - this.#since;
    if (sinceMs > this.#glideMs) {
      this.#widestBefore = sinceMs > 2 * this.#glideMs ? 0 : this.#widest;
      this.#widest = 0;
      this.#since = now;
    }
    this.#widest = Math.max(this.#widest, distance);
  }

  /** For how long the picture is as good as it is. @param worldPx Width of the world. */
  stillMs(worldPx: number): number {
    const px = Math.max(this.#widest, this.#widestBefore) * worldPx;
    return Math.min(this.#glideMs, (this.#glideMs * UNSEEN_PX) / (FASTEST * px));
  }
}
