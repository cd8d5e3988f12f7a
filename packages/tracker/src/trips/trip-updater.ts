import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type {
  TripChange,
  TripCursor,
  TripStorage,
  LateFindings,
  LateOutcome,
  StoredPosition,
} from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { TripWorker } from './trip-worker.ts';
import { settingsKey, type TripDevice } from './reduce-device.ts';
import type { LateReview } from './late-window.ts';

export interface TripUpdaterDeps {
  readonly storage: TripStorage;
  readonly worker: Pick<TripWorker, 'reduce' | 'late'>;
  /** As it is now; null = it exists no longer. */
  readonly deviceOf: (deviceId: number) => TripDevice | null;
  /** Findings about late records, in the form to store: some of it depends on the current settings. */
  readonly admit: (findings: LateReview['findings']) => LateFindings;
  /** Late records were reviewed, durably. @param tripState State of trips in derived history now; null = none. */
  readonly onLate: (deviceId: number, outcome: LateOutcome, tripState: string | null) => void;
  readonly clock: Clock;
  readonly log: IngestLog;
}
interface Account {
  /** fixTime of the last record that is in derived history or was received: an earlier one is late. */
  newestTime: number;
  /** Records that derived history does not include yet. */
  waiting: number;
  /** When the first of them came. */
  since: number;
  /** They must be processed soon: a record came late, or there is no derived history yet. */
  isUrgent: boolean;
  /** Derived history is not complete before this run. */
  isBehind: boolean;
}

/** Records of a device that gather before its history is continued: earlier readers process these themselves. */
const GATHER_RECORDS = 512;
const GATHER_MS = 600_000;
/** Devices and records in one turn of the thread, so that who asks does not wait long. */
const DEVICES_PER_BATCH = 32;
const ROWS_PER_BATCH = 5000;
const RETRY_MS = 5000;
const PIECES_PER_COMMIT = 200;
/** Devices after which progress is logged once more. */
const PROGRESS_INTERVAL = 100;

/**
 * Makes the derived history of every device follow its positions. A record is durable before its derived history is:
 * records that are not included yet lie behind the last included one, or are flagged as late in the transaction that
 * stored them, so nothing is lost by a kill, and readers add what is missing (`device-trips.ts`).
 */
export class TripUpdater {
  readonly #deps: TripUpdaterDeps;
  readonly #accounts = new Map<number, Account>();
  readonly #due = new Set<number>();
  /** In this turn. */
  #inFlight: ReadonlySet<number> = new Set();
  readonly #asked = new Map<number, PromiseWithResolvers<void>>();
  /** Had no derived history at the start, or one of other settings. */
  readonly #toMake = new Set<number>();
  #running: Promise<void> | null = null;
  #isClosed = false;

  private constructor(deps: TripUpdaterDeps) {
    this.#deps = deps;
  }

  /** Reads the state of derived history. Necessary work begins at once. */
  static async open(deps: TripUpdaterDeps, deviceIds: Iterable<number>): Promise<TripUpdater> {
    const tripUpdater = new TripUpdater(deps);
    tripUpdater.#begin(deviceIds, await deps.storage.tripCursors(null));
    return tripUpdater;
  }

  /** Takes up devices that another process has worked on. */
  async takeOver(deviceIds: readonly number[]): Promise<void> {
    if (deviceIds.length > 0) this.#begin(deviceIds, await this.#deps.storage.tripCursors(deviceIds));
  }
  /** Another process works on them from now on. */
  handOver(isGiven: (deviceId: number) => boolean): void {
    for (const id of new Set([...this.#accounts.keys(), ...this.#asked.keys()]))
      if (isGiven(id)) this.forget(id);
  }

  #begin(deviceIds: Iterable<number>, tripCursors: readonly TripCursor[]): void {
    const cursors = new Map(tripCursors.map((cursor) => [cursor.deviceId, cursor]));
    for (const id of deviceIds) {
      const device = this.#deps.deviceOf(id);
      if (!device) continue;
      const cursor = cursors.get(id);
      const isBehind = cursor?.settings !== settingsKey(device);
      const account = this.#accountOf(id);
      account.newestTime = cursor?.last.time ?? 0;
      account.isBehind = isBehind;
      if (isBehind) this.#toMake.add(id);
      account.isUrgent = isBehind || cursor?.late !== null;
      // What came before the last end is behind the last record: nobody knows how much.
      this.#due.add(id);
    }
    this.#run();
  }

  /** Devices whose derived history is being updated now, or soon. */
  get behind(): number {
    return this.#due.size + this.#inFlight.size;
  }

  /** Positions became durable. */
  received(positions: readonly StoredPosition[]): void {
    const now = this.#deps.clock.now();
    for (const { deviceId, fixTime } of positions) {
      const account = this.#accountOf(deviceId);
      if (account.waiting === 0) account.since = now;
      account.waiting++;
      if (fixTime <= account.newestTime) account.isUrgent = true;
      else account.newestTime = fixTime;
      if (account.isUrgent || account.waiting >= GATHER_RECORDS) this.#due.add(deviceId);
    }
    if (this.#due.size > 0) this.#run();
  }

  /** Positions of a device were taken away, or it has other settings now. */
  changed(deviceId: number): void {
    this.#accountOf(deviceId).isUrgent = true;
    this.#due.add(deviceId);
    this.#run();
  }
  forget(deviceId: number): void {
    this.#accounts.delete(deviceId);
    this.#due.delete(deviceId);
    this.#asked.get(deviceId)?.resolve();
    this.#asked.delete(deviceId);
  }

  /** Updates devices whose derived history has waited long enough for more. Call it every minute. */
  tidy(): void {
    const oldest = this.#deps.clock.now() - GATHER_MS;
    for (const [id, { waiting, since }] of this.#accounts)
      if (waiting > 0 && since <= oldest) this.#due.add(id);
    if (this.#due.size > 0) this.#run();
  }

  /**
   * Resolves when nothing of these devices is late or missing but the newest records. They go before all others.
   * Those that are far behind take their time.
   */
  async settled(deviceIds: readonly number[]): Promise<void> {
    const isUrgent = (id: number): boolean => this.#accounts.get(id)?.isUrgent === true;
    const open = deviceIds.filter((id) => isUrgent(id) || this.#inFlight.has(id));
    const asked = open.map((id) => {
      const waiting = this.#asked.get(id) ?? Promise.withResolvers<void>();
      this.#asked.set(id, waiting);
      if (isUrgent(id)) this.#due.add(id);
      return waiting.promise;
    });
    if (asked.length > 0) this.#run();
    await Promise.all(asked);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { resolve } of this.#asked.values()) resolve();
    this.#asked.clear();
    await this.#running;
  }

  #accountOf(id: number): Account {
    let account = this.#accounts.get(id);
    if (!account) {
      account = { newestTime: 0, waiting: 0, since: 0, isUrgent: true, isBehind: true };
      this.#accounts.set(id, account);
    }
    return account;
  }

  #run(): void {
    if (this.#isClosed) return;
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
  }

  async #work(): Promise<void> {
    while (this.#due.size > 0 && !this.#isClosed) {
      const ids = this.#takeBatch();
      this.#inFlight = new Set(ids);
      try {
        await this.#reduceAll(ids);
        this.#inFlight = new Set();
      } catch (error) {
        if (this.#isClosed) return;
        this.#deps.log.error({ err: error }, 'cannot keep books; it is tried again');
        for (const id of ids) this.#due.add(id);
        this.#inFlight = new Set();
        await new Promise<void>((resolve) => {
          host.setTimeout(resolve, RETRY_MS).unref();
        });
      }
    }
  }

  /** Requested devices first, then urgent ones, then those that have waited longest. */
  #takeBatch(): readonly number[] {
    const batch: number[] = [];
    const take = (ids: Iterable<number>, isWanted: (id: number) => boolean): void => {
      for (const id of ids) {
        if (batch.length >= DEVICES_PER_BATCH) return;
        if (this.#due.has(id) && !batch.includes(id) && isWanted(id)) batch.push(id);
      }
    };
    take(this.#asked.keys(), () => true);
    take(this.#due, (id) => {
      const account = this.#accounts.get(id);
      return account !== undefined && account.isUrgent && !account.isBehind;
    });
    take(this.#due, () => true);
    for (const id of batch) this.#due.delete(id);
    return batch;
  }

  async #reduceAll(ids: readonly number[]): Promise<void> {
    const devices = ids.flatMap((id) => this.#deps.deviceOf(id) ?? []);
    for (const id of ids) {
      const account = this.#accounts.get(id);
      // What comes from here on is new again.
      if (account) Object.assign(account, { waiting: 0, isUrgent: false });
      if (!devices.some((device) => device.id === id)) this.#accounts.delete(id);
    }
    const reduced = await this.#deps.worker.reduce(devices, ROWS_PER_BATCH);
    const changes = reduced.flatMap(({ change }) => change ?? []);
    const stored: boolean[] = [];
    for (const few of inBatches(changes)) stored.push(...(await this.#deps.storage.applyTrips(few)));
    const stale = new Set(changes.filter((_, i) => stored[i] === false).map(({ deviceId }) => deviceId));
    const complete = devices.filter(
      ({ id }, i) => reduced[i]?.hasLate && !reduced[i].isPartial && !stale.has(id),
    );
    await this.#reviewLate(complete);
    for (const [i, { id }] of devices.entries()) {
      const account = this.#accounts.get(id);
      const result = reduced[i];
      if (!account) continue;
      if (!result || stale.has(id) || result.isPartial) {
        account.isUrgent = true;
        this.#due.add(id);
        continue;
      }
      account.isBehind = false;
      if (this.#toMake.delete(id)) this.#logProgress();
      account.newestTime = Math.max(account.newestTime, result.change?.head?.last.time ?? 0);
      if (account.isUrgent) this.#due.add(id);
      else this.#answer(id);
    }
    for (const id of ids) if (!this.#accounts.has(id)) this.#answer(id);
  }

  /** Reviews late records of devices, now that derived history includes them. */
  async #reviewLate(devices: readonly TripDevice[]): Promise<void> {
    for (let left = devices; left.length > 0 && !this.#isClosed;) {
      const reviews = await this.#deps.worker.late(left);
      const admitted = reviews.map(({ findings }) => this.#deps.admit(findings));
      const outcomes = await this.#deps.storage.settleLate(admitted);
      for (const [i, outcome] of outcomes.entries()) {
        const review = reviews[i];
        if (review) this.#deps.onLate(review.findings.deviceId, outcome, review.tripState);
      }
      const found = new Set(reviews.map(({ findings }) => findings.deviceId));
      left = left.filter(({ id }) => found.has(id));
    }
  }

  /** A large database takes a while: logs the progress for the operator. */
  #logProgress(): void {
    const left = this.#toMake.size;
    if (left > 0 && left % PROGRESS_INTERVAL !== 0) return;
    this.#deps.log.info({ left, devices: this.#accounts.size }, 'books of trips and sums are being made');
  }

  #answer(id: number): void {
    this.#asked.get(id)?.resolve();
    this.#asked.delete(id);
  }
}

/** Changes that go into one transaction: commits of devices wait for it, so it is a short one. */
function* inBatches(changes: readonly TripChange[]): Generator<readonly TripChange[]> {
  let part: TripChange[] = [];
  let pieces = 0;
  for (const change of changes) {
    if (part.length > 0 && pieces + change.pieces.length > PIECES_PER_COMMIT) {
      yield part;
      part = [];
      pieces = 0;
    }
    part.push(change);
    pieces += change.pieces.length;
  }
  if (part.length > 0) yield part;
}
