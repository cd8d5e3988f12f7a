import { setImmediate } from 'node:timers';

/** Something that can end or stand still, together with all that it has planned: a process, or the world around it. */
export class Life {
  #isEnded = false;
  #endings: (() => void)[] = [];
  #pausedUntil = 0;

  get isEnded(): boolean {
    return this.#isEnded;
  }
  /** Virtual time before which nothing of it happens. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }
  /** Messages that wait come before those that are planned meanwhile: no pause ends early. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }
  whenEnded(work: () => void): void {
    this.#endings.push(work);
  }
  end(): void {
    this.#isEnded = true;
    for (const ending of this.#endings.splice(0)) ending();
  }
}

/** Something waits for what never comes. */
export class StuckError extends Error {}

/** Work at a virtual time. */
export interface Task {
  due: number;
  readonly order: number;
  readonly life: Life;
  work: (() => void) | null;
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** Turns of the real event loop after each task: an answer of the web framework takes a few. */
const TURNS_OF_A_CALL = 4;

/**
 * Virtual time. One task runs, then everything that follows from it at once, then the next one: the clock goes forward
 * only when nothing is left to do.
 */
export class Scheduler {
  readonly #heap: Task[] = [];
  #order = 0;
  #now = 0;
  /** Real work that must be over before time goes on, such as loading a module. */
  readonly #held = new Set<Promise<unknown>>();
  /** Calls of the web framework under way. */
  calls = 0;
  /** Called before work of a life. */
  onLife: (life: Life) => void = () => {};

  /** Milliseconds since the start. */
  get now(): number {
    return this.#now;
  }

  after(delayMs: number, life: Life, work: () => void): Task {
    const task = { due: this.#now + Math.max(0, delayMs), order: this.#order++, life, work };
    this.#push(task);
    return task;
  }

  /** Time stands still until it settles. */
  hold<T>(work: Promise<T>): Promise<T> {
    const held: Promise<unknown> = work.then(
      () => this.#held.delete(held),
      () => this.#held.delete(held),
    );
    this.#held.add(held);
    return work;
  }

  /** Runs all that is due until then. */
  async runUntil(time: number): Promise<void> {
    await this.#settle();
    for (let next = this.#heap[0]; next && next.due <= time; next = this.#heap[0]) await this.#step();
    this.#now = Math.max(this.#now, time);
  }

  /** Runs until a promise settles. @throws StuckError when nothing settles it. */
  async drive<T>(promise: Promise<T>, withinMs = 3_600_000): Promise<T> {
    const state = { isSettled: false };
    const settled = (): void => void (state.isSettled = true);
    const end = this.#now + withinMs;
    promise.then(settled, settled);
    await this.#settle();
    while (!state.isSettled) {
      const [next] = this.#heap;
      if (!next || next.due > end) throw new StuckError('an answer never comes');
      await this.#step();
    }
    return promise;
  }

  async #step(): Promise<void> {
    const task = this.#pop();
    if (!task?.work || task.life.isEnded) return;
    this.#now = Math.max(this.#now, task.due);
    if (task.life.pausedUntil > this.#now) {
      task.due = task.life.pausedUntil;
      this.#push(task);
      return;
    }
    const { work } = task;
    task.work = null;
    this.onLife(task.life);
    work();
    await this.#settle();
  }

  async #settle(): Promise<void> {
    await turn();
    for (let left = this.calls > 0 ? TURNS_OF_A_CALL : 0; left > 0; left--) await turn();
    while (this.#held.size > 0) {
      await Promise.all(this.#held);
      await turn();
    }
  }

  #push(task: Task): void {
    const heap = this.#heap;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || isBefore(parent, task)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = task;
  }

  #pop(): Task | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (!left) break;
      if (right && isBefore(right, left)) below++;
      const child = heap[below];
      if (!child || isBefore(last, child)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (a: Task, b: Task): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
