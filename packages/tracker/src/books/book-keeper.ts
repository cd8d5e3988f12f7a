import type { Clock } from '@rastro/base';
import type { BookChange, BookStorage, LateFindings, LateOutcome, StoredPosition } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { BooksWorker } from './books-worker.ts';
import { bookText, type BookDevice } from './fold-device.ts';
import type { LateLook } from './late-window.ts';

export interface BookKeeperRoom {
  readonly storage: BookStorage;
  readonly worker: Pick<BooksWorker, 'fold' | 'late'>;
  /** As it is now; null = it exists no longer. */
  readonly deviceOf: (deviceId: number) => BookDevice | null;
  /** What late records mean, as it is to be stored: some of it depends on what is configured now. */
  readonly admit: (findings: LateLook['findings']) => LateFindings;
  /** Late records were looked at, durably. @param turns What the books know of trips now; null = nothing. */
  readonly onLate: (deviceId: number, outcome: LateOutcome, turns: string | null) => void;
  readonly clock: Clock;
  readonly log: IngestLog;
}
interface Account {
  /** fixTime of the last record that is in the books or was heard of: what comes before it is late. */
  newestTime: number;
  /** Records that the books do not know yet. */
  waiting: number;
  /** When the first of them came. */
  since: number;
  /** They must be looked at soon: a record came late, or there are no books yet. */
  isUrgent: boolean;
  /** The books are not complete before this turn. */
  isBehind: boolean;
}

/** Records of a device that gather before its books go on: whoever reads earlier looks at these himself. */
const GATHER_RECORDS = 512;
const GATHER_MS = 600_000;
/** Devices and records in one turn of the thread, so that who asks does not wait long. */
const DEVICES_A_TURN = 32;
const ROWS_A_TURN = 5000;
const RETRY_MS = 5000;
const PIECES_AT_ONCE = 200;
/** Devices after which progress is told once more. */
const TOLD_EACH = 100;

/**
 * Sees to it that the books of every device follow its positions. A record is durable before its books are: what
 * the books do not know yet lies behind their last record, or is marked as late in the transaction that stored it,
 * so nothing is lost by a kill, and readers add what is missing (`open-book.ts`).
 */
export class BookKeeper {
  readonly #room: BookKeeperRoom;
  readonly #accounts = new Map<number, Account>();
  readonly #due = new Set<number>();
  /** In this turn. */
  #underWay: ReadonlySet<number> = new Set();
  readonly #asked = new Map<number, PromiseWithResolvers<void>>();
  /** Had no books at the start, or such of other settings. */
  readonly #toMake = new Set<number>();
  #running: Promise<void> | null = null;
  #isClosed = false;

  private constructor(room: BookKeeperRoom) {
    this.#room = room;
  }

  /** Reads how far the books are. What is to be done begins at once. */
  static async open(room: BookKeeperRoom, deviceIds: Iterable<number>): Promise<BookKeeper> {
    const keeper = new BookKeeper(room);
    const marks = new Map((await room.storage.bookMarks(null)).map((mark) => [mark.deviceId, mark]));
    for (const id of deviceIds) {
      const device = room.deviceOf(id);
      if (!device) continue;
      const mark = marks.get(id);
      const isBehind = mark?.settings !== bookText(device);
      const account = keeper.#accountOf(id);
      account.newestTime = mark?.last.time ?? 0;
      account.isBehind = isBehind;
      if (isBehind) keeper.#toMake.add(id);
      account.isUrgent = isBehind || mark?.late !== null;
      // What came before the last end is behind the last record: nobody knows how much.
      keeper.#due.add(id);
    }
    keeper.#run();
    return keeper;
  }

  /** Devices whose books are being made up now, or soon. */
  get behind(): number {
    return this.#due.size + this.#underWay.size;
  }

  /** Positions became durable. */
  heard(positions: readonly StoredPosition[]): void {
    const now = this.#room.clock.now();
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

  /** Devices whose books have waited long enough for more. Ask every minute. */
  tidy(): void {
    const oldest = this.#room.clock.now() - GATHER_MS;
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
    const open = deviceIds.filter((id) => isUrgent(id) || this.#underWay.has(id));
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
      const ids = this.#takeTurn();
      this.#underWay = new Set(ids);
      try {
        await this.#foldAll(ids);
        this.#underWay = new Set();
      } catch (error) {
        if (this.#isClosed) return;
        this.#room.log.error({ err: error }, 'cannot keep books; it is tried again');
        for (const id of ids) this.#due.add(id);
        this.#underWay = new Set();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  /** Who is asked for, then who is urgent, then who has waited longest. */
  #takeTurn(): readonly number[] {
    const turn: number[] = [];
    const take = (ids: Iterable<number>, isWanted: (id: number) => boolean): void => {
      for (const id of ids) {
        if (turn.length >= DEVICES_A_TURN) return;
        if (this.#due.has(id) && !turn.includes(id) && isWanted(id)) turn.push(id);
      }
    };
    take(this.#asked.keys(), () => true);
    take(this.#due, (id) => {
      const account = this.#accounts.get(id);
      return account !== undefined && account.isUrgent && !account.isBehind;
    });
    take(this.#due, () => true);
    for (const id of turn) this.#due.delete(id);
    return turn;
  }

  async #foldAll(ids: readonly number[]): Promise<void> {
    const devices = ids.flatMap((id) => this.#room.deviceOf(id) ?? []);
    for (const id of ids) {
      const account = this.#accounts.get(id);
      // What comes from here on is new again.
      if (account) Object.assign(account, { waiting: 0, isUrgent: false });
      if (!devices.some((device) => device.id === id)) this.#accounts.delete(id);
    }
    const folded = await this.#room.worker.fold(devices, ROWS_A_TURN);
    const changes = folded.flatMap(({ change }) => change ?? []);
    const stored: boolean[] = [];
    for (const few of inParts(changes)) stored.push(...(await this.#room.storage.applyBooks(few)));
    const refused = new Set(changes.filter((_, i) => stored[i] === false).map(({ deviceId }) => deviceId));
    const complete = devices.filter(
      ({ id }, i) => folded[i]?.hasLate && !folded[i].isPartial && !refused.has(id),
    );
    await this.#lookBack(complete);
    for (const [i, { id }] of devices.entries()) {
      const account = this.#accounts.get(id);
      const result = folded[i];
      if (!account) continue;
      if (!result || refused.has(id) || result.isPartial) {
        account.isUrgent = true;
        this.#due.add(id);
        continue;
      }
      account.isBehind = false;
      if (this.#toMake.delete(id)) this.#tellProgress();
      account.newestTime = Math.max(account.newestTime, result.change?.head?.last.time ?? 0);
      if (account.isUrgent) this.#due.add(id);
      else this.#answer(id);
    }
    for (const id of ids) if (!this.#accounts.has(id)) this.#answer(id);
  }

  /** What late records of devices mean, now that their books know them. */
  async #lookBack(devices: readonly BookDevice[]): Promise<void> {
    for (let left = devices; left.length > 0 && !this.#isClosed;) {
      const looks = await this.#room.worker.late(left);
      const admitted = looks.map(({ findings }) => this.#room.admit(findings));
      const outcomes = await this.#room.storage.settleLate(admitted);
      for (const [i, outcome] of outcomes.entries()) {
        const look = looks[i];
        if (look) this.#room.onLate(look.findings.deviceId, outcome, look.turns);
      }
      const found = new Set(looks.map(({ findings }) => findings.deviceId));
      left = left.filter(({ id }) => found.has(id));
    }
  }

  /** A large database takes a while: who runs it sees how far it is. */
  #tellProgress(): void {
    const left = this.#toMake.size;
    if (left > 0 && left % TOLD_EACH !== 0) return;
    this.#room.log.info({ left, devices: this.#accounts.size }, 'books of trips and sums are being made');
  }

  #answer(id: number): void {
    this.#asked.get(id)?.resolve();
    this.#asked.delete(id);
  }
}

/** Changes that go into one transaction: commits of devices wait for it, so it is a short one. */
function* inParts(changes: readonly BookChange[]): Generator<readonly BookChange[]> {
  let part: BookChange[] = [];
  let pieces = 0;
  for (const change of changes) {
    if (part.length > 0 && pieces + change.pieces.length > PIECES_AT_ONCE) {
      yield part;
      part = [];
      pieces = 0;
    }
    part.push(change);
    pieces += change.pieces.length;
  }
  if (part.length > 0) yield part;
}
