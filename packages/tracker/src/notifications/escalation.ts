import { type Timer, host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import { escalationOf } from '@rastro/fleet';
import type { AlarmStorage, StoredEvent } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { Escalated, Notifier } from './notifier.ts';
import type { RuleIndex } from './rule-index.ts';

export interface EscalationDeps {
  readonly storage: AlarmStorage;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly rules: RuleIndex;
  readonly notifier: Pick<Notifier, 'escalate' | 'mayNotify'>;
  readonly clock: Clock;
  readonly log: IngestLog;
  /** Interval of the checks, ms; absent = 15 s. */
  readonly roundMs?: number;
}

const ROUND_MS = 15_000;
/** As long as the longest wait, and a while for a server that was away. */
const OLDEST_MS = 2 * 86_400_000;

/**
 * Notifies again, or others, of alarms that nobody has acknowledged in time. Sent ones are in the delivery log, which
 * takes each once: a restart neither forgets nor repeats.
 */
export class EscalationRound {
  readonly #deps: EscalationDeps;
  readonly #timer: Timer;
  /** Handed over already, as `event:rule`; only spares work. */
  #notified = new Set<string>();
  #round: Promise<void> | null = null;

  constructor(deps: EscalationDeps) {
    this.#deps = deps;
    const check = (): void =>
      void this.round().catch((error: unknown) => deps.log.error({ err: error }, 'cannot escalate'));
    this.#timer = host.setInterval(check, deps.roundMs ?? ROUND_MS);
  }

  /** Checks once; a check under way is awaited. */
  async round(): Promise<void> {
    await (this.#round ??= this.#check().finally(() => (this.#round = null)));
  }

  async close(): Promise<void> {
    host.clearInterval(this.#timer);
    await this.#round?.catch(() => undefined);
  }

  async #check(): Promise<void> {
    const { storage, directory, clock } = this.#deps;
    const isWanted = directory.linked.notification.inOrder().some((rule) => escalationOf(rule) !== null);
    if (!isWanted) return;
    const notified = new Set<string>();
    const due: Escalated[] = [];
    for (const { event } of await storage.openAlarms(clock.now() - OLDEST_MS))
      due.push(...this.#dueOf(event, notified));
    // Another process notifies; should it die, the delivery log says what it has not sent.
    if (due.length > 0 && !(await this.#deps.notifier.mayNotify())) return;
    for (const each of due) this.#deps.notifier.escalate(each);
    this.#notified = notified;
  }

  *#dueOf(event: StoredEvent, notified: Set<string>): Generator<Escalated> {
    const { rules, clock, directory, visibility } = this.#deps;
    const device = directory.devices.get(event.deviceId);
    if (!device) return;
    for (const { rule, userIds } of rules.matches(event)) {
      const escalation = escalationOf(rule);
      if (escalation === null || clock.now() - event.eventTime < escalation.afterMs) continue;
      const key = `${event.id}:${rule.id}`;
      notified.add(key);
      if (this.#notified.has(key)) continue;
      const viewers = visibility.viewersOf(device);
      const receivers = escalation.userIds?.filter((id) => viewers.has(id)) ?? userIds;
      yield { event, rule, userIds: receivers, channels: escalation.channels };
    }
  }
}
