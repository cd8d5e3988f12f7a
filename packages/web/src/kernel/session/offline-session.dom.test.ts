import { DAY_MS } from '@rastro/base';
import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { expect, test, vi } from 'vitest';
import { MemoryOfflineStore } from '../../testing/memory-offline-store.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { createPreferences } from '../preferences.ts';
import { clearImpersonating, setImpersonating } from './impersonation-flag.ts';
import { createOfflineSession } from './offline-session.ts';
import { createSession, type Session } from './session.ts';

const never = new AbortController().signal;
const START = Date.UTC(2026, 0, 1);

/** One browser: its pages come one after the other and share what it keeps. */
class Browser {
  readonly store = new MemoryOfflineStore();
  readonly #preferences = createPreferences(null);
  server = new MemoryServer();
  now = START;
  isOffline = false;
  /** Calls leave and nothing comes back. */
  isUnresponsive = false;

  open(): Session {
    const now = (): number => this.now;
    const fetch: MemoryServer['fetch'] = (input, init) => {
      if (this.isOffline) return Promise.reject(new TypeError('Failed to fetch'));
      if (!this.isUnresponsive) return this.server.fetch(input, init);
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    };
    return createSession({
      client: createTrackingClient({ fetch, basePath: '/api' }),
      extension: createExtensionClient({ fetch, basePath: '/ext' }),
      remembered: { load: async () => null, save: async () => undefined, forget: async () => undefined },
      offline: createOfflineSession({ store: this.store, preferences: this.#preferences, now }),
      now,
      isOffline: () => this.isOffline,
    });
  }
  /** A visit with a network. */
  async visit(user: Parameters<typeof aUser>[0]): Promise<Session> {
    this.server = new MemoryServer()
      .on('GET /api/session', { body: aUser(user) })
      .on('DELETE /api/session', { status: 204 });
    const session = this.open();
    await session.check(never);
    // The session is stored in the background.
    await session.hasOfflineAccount();
    return session;
  }
  async saveFleet(userId: number): Promise<void> {
    await this.store.saveFleet(userId, { at: START, missing: 0, devices: [], positions: [] });
  }
}

test('[KEPT-3] a page without a network begins as who was last signed in here', async () => {
  const browser = new Browser();
  await browser.visit({ id: 7, name: 'Ana' });
  browser.isOffline = true;
  const session = browser.open();
  const state = await session.check(never);
  expect(state.kind === 'signedIn' && [state.user.name, state.isOffline]).toEqual(['Ana', true]);
  browser.isOffline = false;
  expect(await session.refresh(never)).toBe(false);
  const again = session.state();
  expect(again.kind === 'signedIn' && again.isOffline).toBeUndefined();
});

test('[KEPT-3] without a stored account, or with a network, the page waits for the server', async () => {
  const browser = new Browser();
  browser.isOffline = true;
  expect((await browser.open().check(never)).kind).toBe('unreachable');
  browser.isOffline = false;
  await browser.visit({ id: 7 });
  browser.server = new MemoryServer().on('GET /api/server', { status: 502, body: 'Bad Gateway' });
  const session = browser.open();
  expect((await session.check(never)).kind).toBe('unreachable');
  expect(await session.hasOfflineAccount()).toBe(true);
  expect(await session.enterOffline()).toBe(true);
  expect(session.state().kind).toBe('signedIn');
});

test('[KEPT-3] with a stored account the page waits at most 8 s for a network that hardly answers', async () => {
  const browser = new Browser();
  await browser.visit({ id: 7 });
  vi.useFakeTimers();
  try {
    browser.isUnresponsive = true;
    const session = browser.open();
    const checked = session.check(never);
    await vi.advanceTimersByTimeAsync(8_000);
    expect((await checked).kind).toBe('unreachable');
    expect(await session.enterOffline()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('[KEPT-3] an expired account, and one stored longer ago than a session lives, is not opened', async () => {
  const browser = new Browser();
  await browser.visit({ id: 7, expirationTime: new Date(START + DAY_MS).toISOString() });
  browser.isOffline = true;
  browser.now = START + DAY_MS;
  expect((await browser.open().check(never)).kind).toBe('unreachable');
  expect(browser.store.held).toBeNull();

  browser.isOffline = false;
  browser.now = START;
  await browser.visit({ id: 7 });
  browser.isOffline = true;
  browser.now = START + 30 * DAY_MS;
  expect((await browser.open().check(never)).kind).toBe('unreachable');
});

test('[KEPT-4] signing out, an ended session and another account wipe what was kept', async () => {
  const browser = new Browser();
  const wipes: ((session: Session) => Promise<unknown>)[] = [
    (session) => session.signOut(never),
    (session) => {
      session.expire();
      return session.hasOfflineAccount();
    },
    () => browser.visit({ id: 8 }),
  ];
  for (const wipe of wipes) {
    const session = await browser.visit({ id: 7 });
    await browser.saveFleet(7);
    expect(browser.store.heldFleet?.userId).toBe(7);
    await wipe(session);
    expect(browser.store.heldFleet).toBeNull();
    expect(browser.store.held?.userId).not.toBe(7);
  }
});

test('[KEPT-4] nothing is stored of guests, nor of an impersonated account', async () => {
  const browser = new Browser();
  await browser.visit({ id: 9, attributes: { isShared: true } });
  expect(browser.store.held).toBeNull();
  await browser.visit({ id: 7 });
  expect(browser.store.held?.userId).toBe(7);
  setImpersonating();
  try {
    await browser.visit({ id: 8 });
    expect(browser.store.held).toBeNull();
  } finally {
    clearImpersonating();
  }
});

test('[KEPT-5] who signs out without a network is signed out first when it is back', async () => {
  const browser = new Browser();
  const session = await browser.visit({ id: 7 });
  browser.isOffline = true;
  await session.signOut(never);
  expect(session.state().kind).toBe('signedOut');
  expect((await browser.open().check(never)).kind).toBe('unreachable');

  browser.isOffline = false;
  let isIn = true;
  browser.server = new MemoryServer()
    .on('DELETE /api/session', () => {
      isIn = false;
      return { status: 204 };
    })
    .on('GET /api/session', () => (isIn ? { body: aUser({ id: 7 }) } : { status: 404 }));
  expect((await browser.open().check(never)).kind).toBe('signedOut');
  expect(browser.server.requests('DELETE /api/session')).toHaveLength(1);
  await browser.open().check(never);
  expect(browser.server.requests('DELETE /api/session')).toHaveLength(1);
});
