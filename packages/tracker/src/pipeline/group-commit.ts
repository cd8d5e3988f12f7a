import { host, nextTurn, pause } from '@rastro/base/host';
import {
  type StoredEvent,
  StorageError,
  StoredNames,
  partitionOf,
  type BatchSequence,
  type CommitOutcome,
  type IngestStorage,
  type StoredPosition,
} from '@rastro/storage';
import type { FleetChange, CommittedDevice, TrackerBus } from '../messages/topics.ts';
import {
  gatheredFrom,
  rowsOf,
  weightOf,
  type BundleEnd,
  type Gathered,
  type Queued,
  type Waiting,
} from './commit-batch.ts';
import type { DeviceSnapshot, LiveDevice } from './live-device.ts';
import type { OwnPartitions } from './own-partitions.ts';
import type { RuledTypes } from './ruled-types.ts';
import type { Processed } from './pipeline.ts';

/** A commit on its way to the disk. */
interface InFlight {
  readonly batch: readonly Queued[];
  /** Null = nothing of it is stored. */
  readonly stored: Promise<Stored | null>;
}
/** Durable batch, and the devices it concerns. */
interface Stored extends Gathered {
  readonly batch: readonly Queued[];
  readonly outcome: CommitOutcome;
}
export interface GroupCommitDeps {
  readonly storage: Pick<IngestStorage, 'commit' | 'outcomeOf'>;
  readonly bus: TrackerBus;
  readonly own: OwnPartitions;
  /** Of their events it is stored that somebody may have to be notified. Absent = nobody is, from here. */
  readonly ruled?: Pick<RuledTypes, 'has'>;
  readonly onError: (error: unknown) => void;
  /** Called with the partitions of what is not stored, or of which nobody knows: where they are shared, read them again. */
  readonly onGivenUp: (partitions: ReadonlySet<number>) => void;
}
export interface GroupCommitOptions {
  /** Rows waiting before `isFull`; the bound of memory. */
  readonly maxRows: number;
  /** Pause before a commit, so that neighbours in time share it. */
  readonly gatherMs: number;
  /** Rows after which a commit is full; the rest waits for the next. Bounds what is copied to the disk at once. */
  readonly commitRows: number;
}
/** Longest stretch of work without letting the event loop breathe. */
const SLICE_MS = 8;

/** One is stored, one waits at the disk. */
const MAX_IN_FLIGHT = 2;

/** Run of commits: no other process has the same one. */
const newRun = (): number => Math.floor(host.random() * Number.MAX_SAFE_INTEGER);

/**
 * Makes what the pipeline produced durable, many devices at once, and only then lets replies and live
 * updates out: no store, no ack, no show. What arrives while a commit is stored forms the next one, which is sent after
 * it once it is full; each stands on the one before, so that one that fails takes those behind it along.
 */
export class GroupCommit {
  readonly #storage: GroupCommitDeps['storage'];
  readonly #bus: TrackerBus;
  readonly #options: GroupCommitOptions;
  readonly #own: OwnPartitions;
  readonly #ruled: GroupCommitDeps['ruled'];
  readonly #onError: GroupCommitDeps['onError'];
  readonly #onGivenUp: GroupCommitDeps['onGivenUp'];
  #waiting: Queued[] = [];
  /** When the first of them came; of the clock of `performance`. */
  #waitsSince = 0;
  readonly #between: (() => Promise<void>)[] = [];
  #rows = 0;
  /** Those of them that no commit has taken yet. */
  #nextRows = 0;
  readonly #inFlight: InFlight[] = [];
  readonly #names = new StoredNames();
  #sequence = { run: newRun(), at: 0 };
  #running: Promise<void> | null = null;
  readonly #drained = new Set<() => void>();
  readonly #free = new Set<() => void>();

  constructor(
    { storage, bus, own, ruled, onError, onGivenUp }: GroupCommitDeps,
    options: GroupCommitOptions,
  ) {
    this.#storage = storage;
    this.#bus = bus;
    this.#options = options;
    this.#own = own;
    this.#ruled = ruled;
    this.#onError = onError;
    this.#onGivenUp = onGivenUp;
  }

  /** Sources must stop reading and ask `whenDrained` to be woken. */
  get isFull(): boolean {
    return this.#rows >= this.#options.maxRows;
  }
  /** Rows on their way to the disk. */
  get waitingRows(): number {
    return this.#rows;
  }
  whenDrained(wake: () => void): void {
    this.#drained.add(wake);
  }
  /** Two commits are under way and the next is full: what is decoded now only waits, and costs memory. */
  get isBusy(): boolean {
    return this.#rows >= (MAX_IN_FLIGHT + 1) * this.#options.commitRows;
  }
  whenFree(wake: () => void): void {
    this.#free.add(wake);
  }

  /** Callbacks run in the order of `add`, after the rows are durable or are known not to be. */
  add(processed: Processed, onDurable: () => void, onFailed: () => void): void {
    // Another process works on the device now: the one who still had it in hand is late.
    if (!this.#own.owns(processed.device.deviceId)) return onFailed();
    this.#enqueue({ processed, onDurable, onFailed });
    this.#startOrRun();
  }
  /** Adds a bundle of one partition, which is stored whole, with its place. */
  addBundle(bundle: readonly Waiting[], end: BundleEnd): void {
    for (const [at, each] of bundle.entries())
      this.#enqueue({ ...each, end: at === bundle.length - 1 ? end : null });
    if (bundle.length > 0) this.#startOrRun();
  }
  #enqueue(queued: Queued): void {
    if (this.#waiting.length === 0) this.#waitsSince = host.elapsed();
    this.#waiting.push(queued);
    this.#rows += weightOf(queued.processed);
    this.#nextRows += weightOf(queued.processed);
  }
  #startOrRun(): void {
    if (this.#inFlight.length > 0 && this.#mayStart()) this.#start();
    this.#running ??= this.#run();
  }

  /** Gives up what waits for devices that another process works on from now on. */
  abandon(isGiven: (deviceId: number) => boolean): void {
    const gone = this.#waiting.filter(({ processed }) => isGiven(processed.device.deviceId));
    if (gone.length === 0) return;
    this.#waiting = this.#waiting.filter(({ processed }) => !isGiven(processed.device.deviceId));
    for (const { processed, onFailed } of gone) {
      this.#nextRows -= weightOf(processed);
      onFailed();
    }
    this.#release(gone);
  }

  /**
   * Runs work on the database while no commit is under way and all have been notified, and before the next one starts.
   * @throws what `work` throws.
   */
  async between<T>(work: () => Promise<T>): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      this.#between.push(() => work().then(resolve, reject));
    });
    this.#running ??= this.#run();
    return done;
  }

  /**
   * The latest position of a device was removed from storage. Call it inside `between`: what waits and knows
   * the device with that position now knows it with another one; what waits with a newer one is left alone.
   */
  replaceLatest(device: LiveDevice, goneId: number, newest: readonly StoredPosition[]): void {
    const position = newest.at(-1) ?? null;
    const seen = newest.map(({ contentKey }) => contentKey);
    const mended = (snapshot: DeviceSnapshot): DeviceSnapshot =>
      snapshot.position?.id === goneId
        ? { ...snapshot, position, memory: { ...snapshot.memory, seen } }
        : snapshot;
    this.#waiting = this.#waiting.map((each) =>
      each.processed.device === device
        ? { ...each, processed: { ...each.processed, after: mended(each.processed.after) } }
        : each,
    );
    device.pending = mended(device.pending);
    device.committed = mended(device.committed);
    const { status, lastUpdate } = device.committed;
    const committed = { deviceId: device.deviceId, status, lastUpdate, position };
    this.#bus.publish('fleet.changed', { devices: [committed], events: [], positions: [], commands: [] });
  }

  /** Resolves when everything of some devices is settled; nothing more of them is added meanwhile. */
  async settled(isWanted: (deviceId: number) => boolean): Promise<void> {
    do await this.between(async () => {});
    while (this.#waiting.some(({ processed }) => isWanted(processed.device.deviceId)));
  }
  /** Resolves when everything added so far is settled. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /**
   * While a commit is stored, those that waited for the one before are notified: the disk and this thread work in
   * parallel.
   */
  async #run(): Promise<void> {
    for (;;) {
      const [first] = this.#inFlight;
      if (first) {
        const stored = await first.stored;
        if (stored === null) {
          await this.#giveUp();
          continue;
        }
        this.#inFlight.shift();
        if (this.#mayStart()) this.#start();
        await this.#notify(stored);
        continue;
      }
      const work = this.#between.shift();
      if (work) {
        await work();
        continue;
      }
      if (this.#waiting.length === 0) break;
      const gathersFor = this.#gathersFor();
      if (gathersFor > 0) await pause(gathersFor);
      this.#start();
    }
    this.#running = null;
  }

  /** Behind another one only a full one goes; a single one waits for its neighbours in time. */
  #mayStart(): boolean {
    if (this.#between.length > 0 || this.#waiting.length === 0) return false;
    if (this.#inFlight.length === 0) return this.#gathersFor() <= 0;
    return this.#inFlight.length < MAX_IN_FLIGHT && this.#nextRows >= this.#options.commitRows;
  }
  #start(): void {
    do {
      const batch = this.#takeBatch();
      this.#inFlight.push({ batch, stored: this.#store(batch) });
    } while (this.#mayStart());
  }

  /** Remaining time to gather. Records that came while another commit was being stored have gathered already. */
  #gathersFor(): number {
    return this.#waitsSince + this.#options.gatherMs - host.elapsed();
  }

  /** The oldest that wait, as many as fit into one commit. */
  #takeBatch(): readonly Queued[] {
    let rows = 0;
    const end = this.#waiting.findIndex(({ processed, end: place }) => {
      rows += weightOf(processed);
      return rows >= this.#options.commitRows && place !== null;
    });
    const batch = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end + 1);
    for (const { processed } of batch) this.#nextRows -= weightOf(processed);
    return batch;
  }

  /** @returns null when nothing of it is stored. */
  async #store(batch: readonly Queued[]): Promise<Stored | null> {
    const isBehind = this.#inFlight.length > 0;
    const sequence = { ...this.#sequence };
    this.#sequence.at++;
    const gathered = gatheredFrom(batch);
    const stored = { batch, ...gathered };
    try {
      const partitions = this.#own.cursorsAfter(gathered.partitions);
      const rows = { ...rowsOf(gathered), outbox: this.#outboxOf(gathered.events), sequence, partitions };
      return { ...stored, outcome: await this.#storage.commit(rows) };
    } catch (error) {
      const isKnown = isBehind && error instanceof StorageError && error.code === 'OUT_OF_ORDER';
      // That the one before it failed was reported.
      if (!isKnown) this.#onError(error);
      const outcome = isKnown ? null : await this.#outcomeOf(sequence);
      return outcome && { ...stored, outcome };
    }
  }
  /** Ids of the events that may notify somebody. */
  #outboxOf(events: readonly StoredEvent[]): readonly number[] {
    return events.filter(({ type }) => this.#ruled?.has(type)).map(({ id }) => id);
  }
  /** An error does not say that nothing is stored. What is given up though it is would raise its events again. */
  async #outcomeOf(sequence: BatchSequence): Promise<CommitOutcome | null> {
    return this.#storage.outcomeOf(sequence).catch((error: unknown) => {
      this.#onError(error);
      return null;
    });
  }

  /** Shows what is durable, and lets its devices know. */
  async #notify({ batch, devices, positions, events, commands, outcome }: Stored): Promise<void> {
    const known = new Map(outcome.known.map(({ id, storedAs }) => [id, storedAs]));
    this.#names.noteAll(known);
    const queued = commands.flatMap(({ command }, at) => {
      const id = outcome.commandIds[at] ?? null;
      return id === null ? [] : [{ ...command, id }];
    });
    if (known.size === 0) this.#show(devices, { events, positions, commands: queued });
    else {
      // A late record that was stored before is no news, and neither is what it says.
      const newEvents = events.filter(({ positionId }) => !known.has(positionId));
      const newPositions = positions.filter(({ id }) => !known.has(id));
      this.#show(devices, { events: newEvents, positions: newPositions, commands: queued });
    }
    await inSlices(batch, ({ onDurable }) => onDurable());
    this.#release(batch);
    await inSlices(this.#whileFree(), (wake) => wake());
  }
  *#whileFree(): Iterable<() => void> {
    for (const wake of this.#free) {
      if (this.isBusy) return;
      this.#free.delete(wake);
      yield wake;
    }
  }

  #show(
    devices: ReadonlyMap<LiveDevice, LiveDevice['pending']>,
    news: Pick<FleetChange, 'events' | 'positions' | 'commands'>,
  ): void {
    const committed: CommittedDevice[] = [];
    for (const [device, worked] of devices) {
      const snapshot = this.#asStored(worked);
      device.pending = this.#asStored(device.pending);
      const { status, lastUpdate, position } = snapshot;
      const hasMoved = position !== null && position.id !== device.committed.position?.id;
      const { deviceId } = device;
      committed.push(
        hasMoved ? { deviceId, status, lastUpdate, position } : { deviceId, status, lastUpdate },
      );
      device.committed = snapshot;
    }
    this.#bus.publish('fleet.changed', { devices: committed, ...news });
  }

  /** A record that was stored before keeps the id that it had then. */
  #asStored(snapshot: DeviceSnapshot): DeviceSnapshot {
    const { position } = snapshot;
    const id = position ? this.#names.of(position.id) : 0;
    return position && id !== position.id ? { ...snapshot, position: { ...position, id } } : snapshot;
  }

  /**
   * Nothing of the first commit under way is stored, so nothing behind it is. What was worked out meanwhile stands on
   * it and is given up too: the devices go back to their last durable state, their connections close, and they send
   * again.
   */
  async #giveUp(): Promise<void> {
    const all: Queued[] = [];
    for (const { batch, stored } of this.#inFlight.splice(0)) {
      await stored;
      all.push(...batch);
    }
    all.push(...this.#waiting);
    this.#waiting = [];
    this.#nextRows = 0;
    this.#sequence = { run: newRun(), at: 0 };
    const lost = new Set(all.flatMap(({ processed }) => processed.positions.map(({ id }) => id)));
    for (const { processed } of all) {
      const { device } = processed;
      device.pending = device.committed;
      device.window = device.window.filter(({ positionId }) => !lost.has(positionId));
    }
    for (const { onFailed } of all) onFailed();
    this.#onGivenUp(new Set(all.map(({ processed }) => partitionOf(processed.device.deviceId))));
    this.#release(all);
    for (const wake of this.#whileFree()) wake();
  }

  #release(batch: readonly Queued[]): void {
    for (const { processed } of batch) this.#rows -= weightOf(processed);
    if (this.isFull) return;
    const wakes = [...this.#drained];
    this.#drained.clear();
    for (const wake of wakes) wake();
  }
}

async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let started = host.elapsed();
  for (const item of items) {
    work(item);
    if (host.elapsed() - started < SLICE_MS) continue;
    await nextTurn();
    started = host.elapsed();
  }
}
