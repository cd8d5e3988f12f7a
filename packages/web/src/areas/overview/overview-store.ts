import {
  changed,
  mergeLayouts,
  undone,
  type History,
  type Layout,
  type LayoutContent,
} from '@rastro/fleet/layouts';
import type { Answer, LayoutCalls } from '@rastro/tracking-client';

/** `waiting` = the network is lost, the change is held here; `failed` = the server has rejected it. */
export type Saving = 'saved' | 'saving' | 'waiting' | 'failed';
export interface OverviewState {
  /** Null = a default, until its first change. */
  readonly id: number | null;
  readonly content: LayoutContent;
  readonly canUndo: boolean;
  readonly saving: Saving;
}
type Calls = Pick<LayoutCalls, 'add' | 'change'>;

const SAVE_MS = 500;
const AGAIN_MS = 4000;

const contentOf = ({ name, period, groupIds, deviceIds, widgets }: LayoutContent): LayoutContent => ({
  name,
  period,
  groupIds,
  deviceIds,
  widgets,
});
const isSame = (a: LayoutContent, b: LayoutContent): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One overview while it is open: shows changes at once, stores them, and takes in those of other browsers. */
export class OverviewStore {
  readonly #calls: Calls;
  readonly #onAdded: (layout: Layout) => void;
  readonly #wakes = new Set<() => void>();
  #history: History<LayoutContent>;
  /** As the server has it. */
  #base: LayoutContent;
  #stored: { readonly id: number; readonly revision: number } | null;
  #saving: Saving = 'saved';
  #state: OverviewState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop = new AbortController();
  #isUnderWay = false;

  /** @param stored Null = a default. @param onAdded A default became an overview of the user. */
  constructor(
    calls: Calls,
    { content, stored }: { readonly content: LayoutContent; readonly stored: Layout | null },
    onAdded: (layout: Layout) => void,
  ) {
    this.#calls = calls;
    this.#onAdded = onAdded;
    this.#base = contentOf(content);
    this.#history = { now: this.#base, past: [] };
    this.#stored = stored;
    this.#state = this.#next();
  }

  readonly state = (): OverviewState => this.#state;
  readonly watch = (wake: () => void): (() => void) => {
    this.#wakes.add(wake);
    return () => this.#wakes.delete(wake);
  };
  readonly edit = (part: Partial<LayoutContent>): void => {
    const next = { ...this.#history.now, ...part };
    if (isSame(next, this.#history.now)) return;
    this.#history = changed(this.#history, next);
    this.#saveSoon(SAVE_MS);
  };
  readonly undo = (): void => {
    this.#history = undone(this.#history);
    this.#saveSoon(SAVE_MS);
  };
  /** Takes in what the server has; own changes that are not stored yet stay. */
  readonly take = (layout: Layout): void => {
    if (this.#isUnderWay || layout.id !== this.#stored?.id || layout.revision <= this.#stored.revision)
      return;
    this.#adopt(this.#base, layout);
  };
  /** Stores what is not stored yet, and ends. */
  readonly close = (): void => {
    clearTimeout(this.#timer);
    if (this.#isPending() && !this.#isUnderWay) void this.#save();
    this.#wakes.clear();
  };
  readonly retry = (): void => {
    if (this.#isPending()) this.#saveSoon(0);
  };

  #isPending(): boolean {
    return !isSame(this.#history.now, this.#base);
  }
  #saveSoon(ms: number): void {
    clearTimeout(this.#timer);
    this.#saving = this.#saving === 'waiting' ? 'waiting' : 'saving';
    this.#timer = setTimeout(() => void this.#save(), ms);
    this.#wake();
  }
  async #save(): Promise<void> {
    if (this.#isUnderWay) return;
    const sent = this.#history.now;
    if (isSame(sent, this.#base)) {
      this.#saving = 'saved';
      this.#wake();
      return;
    }
    this.#isUnderWay = true;
    const answer = await this.#send(sent);
    this.#isUnderWay = false;
    if (answer.ok) {
      if (this.#stored === null) this.#onAdded(answer.value);
      this.#adopt(sent, answer.value);
      this.#saving = 'saved';
      if (this.#isPending()) this.#saveSoon(SAVE_MS);
    } else {
      this.#saving = answer.error.status === 0 || answer.error.status >= 500 ? 'waiting' : 'failed';
      if (this.#saving === 'waiting') this.#timer = setTimeout(() => void this.#save(), AGAIN_MS);
    }
    this.#wake();
  }
  #send(layout: LayoutContent): Promise<Answer<Layout>> {
    const { signal } = this.#stop;
    if (this.#stored === null) return this.#calls.add(layout, signal);
    const { id, revision } = this.#stored;
    return this.#calls.change(id, { revision, base: this.#base, layout }, signal);
  }
  /** @param from What the server's version goes back to: changes since then are ours. */
  #adopt(from: LayoutContent, layout: Layout): void {
    const theirs = contentOf(layout);
    const { now, past } = this.#history;
    this.#history = { now: isSame(now, from) ? theirs : mergeLayouts(from, now, theirs), past };
    this.#base = theirs;
    this.#stored = layout;
    this.#wake();
  }
  #next(): OverviewState {
    const { now, past } = this.#history;
    return { id: this.#stored?.id ?? null, content: now, canUndo: past.length > 0, saving: this.#saving };
  }
  #wake(): void {
    this.#state = this.#next();
    for (const wake of this.#wakes) wake();
  }
}
