import type { Clock } from '@rastro/base';
import { channelsIn, type Attributes } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';
import type { DeliveryStorage, StoredEvent } from '@rastro/storage';
import type { Authenticator } from '../access/authenticate.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { EventMatches } from './event-matches.ts';
import { messageOf, type Subjects } from './message-of.ts';
import { deliveryOf, type NewDelivery } from './new-delivery.ts';
import type { RuleIndex } from './rule-index.ts';

export interface WebNoticesDeps extends Subjects {
  readonly storage: Pick<DeliveryStorage, 'insertDeliveries'>;
  readonly directory: Directory;
  readonly authenticator: Authenticator;
  readonly matches: EventMatches;
  readonly rules: RuleIndex;
  /** Whether this user has a browser open here. */
  readonly isWatching: (userId: number) => boolean;
  readonly clock: Clock;
  readonly log: IngestLog;
}
/** Lines of the log on their way to storage; beyond this they are dropped, not piled up. */
const MAX_UNWRITTEN = 20_000;

/** Notifies the open browsers of this process. A user with browsers at several processes has one line in the log. */
export class WebNotices {
  readonly #deps: WebNoticesDeps;
  readonly #inFlight = new Set<Promise<void>>();
  #unwritten = 0;

  constructor(deps: WebNoticesDeps) {
    this.#deps = deps;
  }

  /**
   * Attributes for each user's browsers about an event: its text, and how the rule wants it displayed. Users without a
   * rule for browsers are not in it; see docs/decisions/notifications.md.
   */
  webAttributes(event: StoredEvent): ReadonlyMap<number, Attributes> {
    const { directory, matches } = this.#deps;
    const byUser = new Map<number, Attributes>();
    for (const { rule, userId } of this.#watching(event)) {
      const user = directory.users.get(userId);
      if (!user || byUser.has(userId) || !matches.isInTime(rule, event)) continue;
      const happened = { event, position: matches.positionOf(event), address: null, rule };
      const { digest: message } = messageOf(happened, user, this.#deps);
      byUser.set(userId, { ...presentationOf(rule), message });
    }
    return byUser;
  }
  hasWebRules(userId: number): boolean {
    return this.#deps.rules.hasRuleBy(userId, 'web');
  }

  /** Writes into the log who is shown the events. One that no browser was there to show is no news for the log. */
  take(events: readonly StoredEvent[]): void {
    const rows = events.flatMap((event) =>
      this.#watching(event).flatMap(({ rule, userId }) => this.#lineOf(event, rule, userId)),
    );
    if (rows.length === 0) return;
    const { storage, log } = this.#deps;
    if (this.#unwritten + rows.length > MAX_UNWRITTEN) {
      log.warn({ dropped: rows.length }, 'too many notifications at once');
      return;
    }
    this.#unwritten += rows.length;
    const written: Promise<void> = storage
      .insertDeliveries(rows)
      .then(
        () => {},
        (error: unknown) => log.error({ err: error }, 'cannot log what browsers were shown'),
      )
      .finally(() => {
        this.#unwritten -= rows.length;
        this.#inFlight.delete(written);
      });
    this.#inFlight.add(written);
  }

  async close(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  #watching(event: StoredEvent): readonly { readonly rule: NotificationBody; readonly userId: number }[] {
    const { matches, isWatching } = this.#deps;
    return matches
      .of(event)
      .filter(({ rule }) => channelsIn(rule.notificators).includes('web'))
      .flatMap(({ rule, userIds }) => userIds.filter(isWatching).map((userId) => ({ rule, userId })));
  }
  #lineOf(event: StoredEvent, rule: NotificationBody, userId: number): readonly NewDelivery[] {
    const { directory, authenticator, matches, clock } = this.#deps;
    const user = directory.users.get(userId);
    if (!user) return [];
    const isInTime = matches.isInTime(rule, event);
    const reason = isInTime ? (authenticator.isActive(user) ? null : 'DISABLED') : 'CALENDAR';
    const outcome = { status: reason === null ? 'sent' : 'skipped', reason } as const;
    return [deliveryOf({ event, rule, userId, channel: 'web' }, outcome, clock.now())];
  }
}

/**
 * docs/reference/requirements.md SPEC §3: sound, its address, colour, whether pinned, and the corner, under the
 * product's own prefix.
 */
const PRESENTATION = /^[\w-]+\.(?:sound|soundURL|color|pin|position)$/;
const presentationOf = ({ attributes }: NotificationBody): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => PRESENTATION.test(name)));
