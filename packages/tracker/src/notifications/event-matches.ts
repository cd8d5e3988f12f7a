import type { NotificationBody } from '@rastro/fleet/schemas';
import type { Clock } from '@rastro/base';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { Calendars } from '../calendars/calendars.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { FleetChange } from '../messages/topics.ts';
import { OLDEST_EVENT_MS } from './match-rule.ts';
import type { Match, RuleIndex } from './rule-index.ts';

/** Events of which it is remembered whom they notify; of an older one it is worked out again. */
const MAX_NOTED = 20_000;

export interface MatchesDeps {
  readonly rules: RuleIndex;
  readonly live: CommittedStates;
  readonly calendars: Calendars;
  readonly clock: Clock;
}
interface Noted {
  readonly matches: readonly Match[];
  readonly position: StoredPosition | null;
}

/**
 * Rules that events fulfil. Worked out once, when the event is told: rules that change before its notifications are
 * written count for the next one.
 */
export class EventMatches {
  readonly #deps: MatchesDeps;
  readonly #noted = new Map<number, Noted>();

  constructor(deps: MatchesDeps) {
    this.#deps = deps;
  }

  /** @returns whether some rule is about one of the events. */
  note({ events, positions }: Pick<FleetChange, 'events' | 'positions'>): boolean {
    let isRuled = false;
    for (const event of events) {
      if (!this.#deps.rules.hasType(event.type)) continue;
      isRuled = true;
      const position = positions.find(({ id }) => id === event.positionId) ?? this.#positionNow(event);
      this.#put(event.id, { matches: this.#matchesNow(event), position });
    }
    return isRuled;
  }
  of(event: StoredEvent): readonly Match[] {
    return this.#noted.get(event.id)?.matches ?? this.#matchesNow(event);
  }
  /** Null = it has none, or it is not known here. */
  positionOf(event: StoredEvent): StoredPosition | null {
    return this.#noted.get(event.id)?.position ?? this.#positionNow(event);
  }
  forget(eventIds: readonly number[]): void {
    for (const id of eventIds) this.#noted.delete(id);
  }

  /** A late event is old; the rules that ask for late ones know. */
  isNews({ eventTime, attributes }: StoredEvent): boolean {
    return attributes['late'] === true || this.#deps.clock.now() - eventTime <= OLDEST_EVENT_MS;
  }
  isInTime({ calendarId }: NotificationBody, { eventTime }: StoredEvent): boolean {
    return this.#deps.calendars.isActive(calendarId, eventTime);
  }

  #matchesNow(event: StoredEvent): readonly Match[] {
    return this.isNews(event) ? this.#deps.rules.matches(event) : [];
  }
  #positionNow({ deviceId, positionId }: StoredEvent): StoredPosition | null {
    const { position } = this.#deps.live.committed(deviceId);
    return position?.id === positionId ? position : null;
  }
  #put(id: number, noted: Noted): void {
    const [oldest] = this.#noted.keys();
    if (this.#noted.size >= MAX_NOTED && oldest !== undefined) this.#noted.delete(oldest);
    this.#noted.set(id, noted);
  }
}
