import type { Clock } from '@rastro/base';

/** Anybody may send made-up identifiers: the last ones are stored, each up to a length. */
const MAX_UNKNOWN = 50;
const LONGEST = 64;
/** Later it explains nothing any more. */
const RETENTION_MS = 3_600_000;

export interface Arrived {
  readonly uniqueId: string;
  readonly protocol: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Last arrival at each port, and unknown identifiers: for users who connect a tracker. */
export class Arrivals {
  readonly #clock: Clock;
  readonly #messages = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  readonly #unknown = new Map<string, Arrived>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A message was understood. */
  message(protocol: string): void {
    this.#messages.set(protocol, this.#clock.now());
  }
  /** Something came that this protocol cannot read. */
  failure(protocol: string): void {
    this.#failures.set(protocol, this.#clock.now());
  }
  unknown(protocol: string, candidates: readonly string[]): void {
    const uniqueId = candidates[0];
    if (uniqueId === undefined || uniqueId.length > LONGEST) return;
    this.#unknown.delete(uniqueId);
    this.#unknown.set(uniqueId, { uniqueId, protocol, at: this.#clock.now() });
    const oldest = this.#unknown.size > MAX_UNKNOWN ? this.#unknown.keys().next().value : undefined;
    if (oldest !== undefined) this.#unknown.delete(oldest);
  }

  lastMessage(protocol: string): number | null {
    return this.#messages.get(protocol) ?? null;
  }
  lastFailure(protocol: string): number | null {
    return this.#failures.get(protocol) ?? null;
  }
  /** Newest first. */
  get recentUnknown(): readonly Arrived[] {
    const since = this.#clock.now() - RETENTION_MS;
    return [...this.#unknown.values()].filter(({ at }) => at >= since).toReversed();
  }
}
