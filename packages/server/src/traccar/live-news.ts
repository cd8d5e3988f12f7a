import type { IncomingHttpHeaders } from 'node:http';
import { type Timer, host } from '@rastro/base/host';
import { isHiddenDevice, type Device, type User } from '@rastro/fleet';
import type { Log } from '@rastro/base';
import type { Ask } from '../gateway/foreign-calls.ts';
import { callerHeaders } from '../gateway/foreign-headers.ts';
import { isDevice } from '../gateway/watch-state.ts';
import type { MessageInsert } from '../gateway/tracking-server.ts';
import { readList } from './service-account.ts';
import type { WrittenNews } from './written-news.ts';

/** An open browser. */
interface Browser {
  readonly user: User;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly messages: MessageInsert;
  /** Group of each device that it knows of; null = they are not read yet. */
  seen: ReadonlyMap<number, number> | null;
  /** Ends when they were read for the first time, or never will be. */
  readonly first: PromiseWithResolvers<void>;
  readonly changed: Set<string>;
  isUnsure: boolean;
}
interface Options {
  readonly ask: Ask;
  readonly log: Log;
}

/** Writes that follow one another make one message. */
const GATHER_MS = 100;
/** Lists of devices that are read at once. */
const CONCURRENT = 4;
const IDS_AT_ONCE = 100;

/**
 * Tells open browsers what a write through this installation changed for them. A Traccar tells them of positions,
 * devices and events alone: not of a link that came or went, nor of a deleted geofence.
 */
export class LiveNews {
  readonly #options: Options;
  readonly #open = new Set<Browser>();
  #timer: Timer | null = null;
  #isTelling = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @returns `first` ends when it is known what the browser sees, or when nobody will know: what is written before that
   * makes no difference that could be told. `end` ends it.
   */
  add(who: Pick<Browser, 'user' | 'headers' | 'address' | 'messages'>): {
    readonly first: Promise<void>;
    readonly end: () => void;
  } {
    const first = Promise.withResolvers<void>();
    const browser: Browser = { ...who, seen: null, first, changed: new Set(), isUnsure: true };
    this.#open.add(browser);
    this.#schedule();
    const end = (): void => {
      this.#open.delete(browser);
      first.resolve();
    };
    return { first: first.promise, end };
  }

  tell(news: readonly WrittenNews[], writerId: number | null): void {
    for (const each of news) {
      const isMoved = this.#isMoved(each);
      for (const browser of this.#open) {
        if (!concerns(each.whom, browser, { writerId, isMoved })) continue;
        for (const what of each.changed) browser.changed.add(what);
        if (each.isUnsure) browser.isUnsure = true;
      }
    }
    if (this.#hasNews()) this.#schedule();
  }

  close(): void {
    for (const { first } of this.#open) first.resolve();
    this.#open.clear();
    if (this.#timer) host.clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Whether a device was written into another group than it was in, as far as anybody knows. */
  #isMoved({ whom, groupId = 0 }: WrittenNews): boolean {
    if (typeof whom === 'string' || !('deviceId' in whom)) return false;
    for (const { seen } of this.#open) {
      const before = seen?.get(whom.deviceId);
      if (before !== undefined) return before !== groupId;
    }
    return groupId !== 0;
  }

  #hasNews(): boolean {
    for (const { isUnsure, changed } of this.#open) if (isUnsure || changed.size > 0) return true;
    return false;
  }

  #schedule(): void {
    if (this.#isTelling) return;
    this.#timer ??= host.setTimeout(() => {
      this.#timer = null;
      this.#isTelling = true;
      void this.#tellAll().finally(() => {
        this.#isTelling = false;
        if (this.#hasNews()) this.#schedule();
      });
    }, GATHER_MS);
  }

  async #tellAll(): Promise<void> {
    for (const browser of this.#open) {
      if (browser.changed.size === 0) continue;
      browser.messages.insert(JSON.stringify({ changed: [...browser.changed] }));
      browser.changed.clear();
    }
    const unsure = [...this.#open].filter(({ isUnsure }) => isUnsure);
    // Browsers of one account see the same.
    const byUser = Map.groupBy(unsure, ({ user }) => user.id).values();
    const work = async (): Promise<void> => {
      for (const browsers of byUser) await this.#compare(browsers);
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
  }

  async #compare(browsers: readonly Browser[]): Promise<void> {
    const [first] = browsers;
    if (!first) return;
    // A write during the reading makes it unsure again.
    for (const browser of browsers) browser.isUnsure = false;
    try {
      const devices = (await this.#read('/api/devices', first))
        .filter(isDevice)
        .filter((device) => first.user.administrator || !isHiddenDevice(device));
      const now = new Map(devices.map(({ id, groupId }) => [id, groupId]));
      for (const browser of browsers) {
        const before = browser.seen;
        browser.seen = now;
        if (before === null) continue;
        const gone = [...before.keys()].filter((id) => !now.has(id));
        if (gone.length > 0) browser.messages.insert(JSON.stringify({ gone }));
        const came = devices.filter(({ id }) => !before.has(id));
        if (came.length > 0) await this.#show(browser, came);
      }
    } catch (error) {
      // A reader whose session has ended finds out by itself; the others read again when they connect again.
      this.#options.log.info({ err: error, userId: first.user.id }, 'cannot read what a browser sees now');
    } finally {
      for (const browser of browsers) browser.first.resolve();
    }
  }

  async #show(browser: Browser, devices: readonly Device[]): Promise<void> {
    browser.messages.insert(JSON.stringify({ devices }));
    const ids = devices.flatMap(({ positionId }) => positionId || []);
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const query = ids.slice(at, at + IDS_AT_ONCE).map((id) => `id=${id}`);
      const positions = await this.#read(`/api/positions?${query.join('&')}`, browser);
      browser.messages.insert(JSON.stringify({ positions }));
    }
  }

  #read(path: string, { headers, address }: Browser): Promise<readonly object[]> {
    return readList(this.#options.ask, path, callerHeaders(headers, address));
  }
}

function concerns(
  whom: WrittenNews['whom'],
  { user, seen }: Browser,
  { writerId, isMoved }: { readonly writerId: number | null; readonly isMoved: boolean },
): boolean {
  if (whom === 'everybody') return true;
  if (whom === 'writer') return user.id === writerId;
  if ('userId' in whom) return user.id === whom.userId;
  // Whoever sees a device learns of everything; whoever does not may see the group that it was moved to.
  return isMoved || seen === null || seen.has(whom.deviceId);
}
