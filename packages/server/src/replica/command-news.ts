import { DAY_MS, type Clock } from '@rastro/base';
import type { StoredEvent } from '@rastro/storage';
import type { CommandNews } from './sent-commands.ts';
import type { TraccarReader } from './traccar-reader.ts';

/**
 * A Traccar dates an answer without a place by the newest position before it: so much older may be the one of a vehicle
 * that sleeps.
 */
const REACH_MS = 31 * DAY_MS;
const MAX_REMEMBERED = 20_000;
const TYPES = ['queuedCommandSent', 'commandResult'] as const;

/** Reads from the events of a Traccar what became of commands. */
export class CommandNewsReader {
  readonly #reader: Pick<TraccarReader, 'events' | 'positionsById'>;
  readonly #clock: Clock;
  /** When the tracking server had each event, by its id. */
  readonly #received = new Map<number, number>();

  constructor(reader: Pick<TraccarReader, 'events' | 'positionsById'>, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** @returns in the order in which the tracking server had them. @throws UnreadableAnswerError */
  async since(deviceId: number, from: number, signal: AbortSignal): Promise<readonly CommandNews[]> {
    // The clock of a device may be ahead.
    const period = { from: from - REACH_MS, to: this.#clock.now() + DAY_MS };
    const events = await this.#reader.events(deviceId, period, signal, { types: TYPES });
    await this.#learnTimes(events, signal);
    return events
      .toSorted((a, b) => a.id - b.id)
      .flatMap((event) => newsOf(event, this.#received.get(event.id)) ?? []);
  }

  /** An answer of a device came with a position, which says when it arrived. */
  async #learnTimes(events: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    const unknown = events.filter(({ id, positionId }) => positionId > 0 && !this.#received.has(id));
    if (unknown.length === 0) return;
    if (this.#received.size > MAX_REMEMBERED) this.#received.clear();
    const positions = await this.#reader.positionsById(
      unknown.map(({ positionId }) => positionId),
      signal,
    );
    const times = new Map(positions.map(({ id, serverTime }) => [id, serverTime]));
    for (const { id, positionId, eventTime } of unknown)
      this.#received.set(id, times.get(positionId) ?? eventTime);
  }
}

function newsOf(
  { type, eventTime, attributes }: StoredEvent,
  received: number | undefined,
): CommandNews | null {
  if (type !== 'queuedCommandSent' && type !== 'commandResult') return null;
  const { result } = attributes;
  return { type, at: received ?? eventTime, result: typeof result === 'string' ? result : null };
}
