import type { CursorListStorage, CursorStorage } from '@rastro/storage';

/** Cursor: up to when reports were mailed. Begins the names of all cursors about it, and names the work's lease. */
export const MAILED_REPORTS = 'scheduled-reports';

/** A mail of a report to one user, about the period that ended then. */
interface ScheduledFor {
  readonly reportId: number;
  readonly userId: number;
  readonly end: number;
}

/** Cursors of a mail: it is claimed before it leaves, and over when its outcome is known. */
export class MailCursors {
  readonly #storage: CursorStorage & CursorListStorage;
  readonly #claimed: string;
  readonly #over: string;
  readonly #end: number;

  constructor(storage: CursorStorage & CursorListStorage, { reportId, userId, end }: ScheduledFor) {
    this.#storage = storage;
    this.#claimed = `${MAILED_REPORTS}.claimed.${reportId}.${userId}`;
    this.#over = `${MAILED_REPORTS}.over.${reportId}.${userId}`;
    this.#end = end;
  }

  async isOver(): Promise<boolean> {
    return ((await this.#storage.readCursor(this.#over)) ?? 0) >= this.#end;
  }
  /** Claimed and not over: a process has died or hangs while it sent the mail. */
  async isUncertain(): Promise<boolean> {
    return ((await this.#storage.readCursor(this.#claimed)) ?? 0) >= this.#end;
  }
  /** @returns false = another process has claimed it. */
  async claim(): Promise<boolean> {
    const [isOurs = false] = await this.#storage.advanceCursors([
      { name: this.#claimed, instant: this.#end },
    ]);
    return isOurs;
  }
  async end(): Promise<void> {
    await this.#storage.advanceCursors([{ name: this.#over, instant: this.#end }]);
  }
}
