import type { CopiedSource, Tracker } from '@rastro/tracker';
import type { CallerDirectory } from './caller-directory.ts';
import type { EventsCopy } from './events-copy.ts';
import type { HistoryCopy, WantedDevice } from './history-copy.ts';

interface Deps {
  readonly directory: CallerDirectory;
  readonly copy: HistoryCopy;
  readonly events: EventsCopy;
  readonly tracker: Pick<Tracker, 'directory' | 'mailDueReports'>;
  /** Shows the newest state of vehicles, as the tracking server has it now. */
  readonly readStates: (devices: readonly WantedDevice[], signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Mails scheduled reports, and reads for others that nobody asks for with a session of their own: everything is read with
 * the account of this installation.
 */
export class ScheduledSource implements CopiedSource {
  readonly #deps: Deps;
  /** Devices that each account saw when it was read last. */
  readonly #visible = new Map<number, readonly WantedDevice[]>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Mails what is due. @returns how many were mailed. @throws UnreadableAnswerError */
  async mailDue(): Promise<number> {
    const { tracker, directory, signal } = this.#deps;
    const isPlanned = tracker.directory.linked.report.inOrder().some(({ calendarId }) => calendarId !== 0);
    if (isPlanned) await directory.readCalendars(signal);
    try {
      return await tracker.mailDueReports();
    } finally {
      this.#visible.clear();
    }
  }

  async readUser(userId: number): Promise<void> {
    this.#visible.set(userId, await this.readSeen(userId));
  }

  async readHistory(userId: number, deviceIds: readonly number[], period: Period): Promise<void> {
    const wanted = new Set(deviceIds);
    const devices = (this.#visible.get(userId) ?? []).filter(({ id }) => wanted.has(id));
    await this.#deps.readStates(devices, this.#deps.signal);
    await this.readDays(userId, devices, period);
  }

  /** Reads an account. @returns the devices that it sees. */
  async readSeen(userId: number): Promise<readonly WantedDevice[]> {
    const { directory, signal } = this.#deps;
    const visible = await directory.readAs(userId, signal);
    await directory.readApplied(
      visible.map(({ id }) => id),
      signal,
    );
    return visible;
  }

  /** Reads what is not there yet of some devices. */
  async readDays(userId: number, devices: readonly WantedDevice[], period: Period): Promise<void> {
    const { copy, events, signal } = this.#deps;
    await copy.ensure(devices, period, { progress: { total: 0, done: 0 }, signal });
    await events.ensure({ userId, headers: null }, devices, { period, signal });
  }
}
