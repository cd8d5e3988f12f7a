// @vitest-environment node
import { mergeLayouts, type Layout, type LayoutContent, type Widget } from '@rastro/fleet/layouts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OverviewStore } from './overview-store.ts';

const widget = (id: string, x: number): Widget => ({ id, kind: 'alarms', x, y: 0, w: 4, h: 3, settings: {} });
const content = (...widgets: readonly Widget[]): LayoutContent => ({
  name: 'Day',
  period: { preset: 'today' },
  groupIds: [],
  deviceIds: [],
  widgets,
});
const [A, B, C] = [widget('a', 0), widget('b', 4), widget('c', 8)] as const;

/** A server with one overview, as ours merges. */
class Server {
  stored: Layout | null = null;
  isDown = false;
  readonly calls = {
    add: async (wanted: LayoutContent) =>
      this.#answer(() => (this.stored = { ...wanted, id: 1, revision: 1 })),
    change: async (
      id: number,
      { revision, base, layout }: { revision: number; base: LayoutContent; layout: LayoutContent },
    ) =>
      this.#answer(() => {
        const before = this.stored;
        if (before === null) throw new Error('Cannot change: nothing is stored');
        const merged = before.revision === revision ? layout : mergeLayouts(base, layout, before);
        return (this.stored = { ...merged, id, revision: before.revision + 1 });
      }),
  };
  #answer(value: () => Layout) {
    const error = { status: 0, code: 'CONNECTION_LOST', message: '' };
    return this.isDown ? ({ ok: false, error } as const) : ({ ok: true, value: value() } as const);
  }
}
type Calls = ConstructorParameters<typeof OverviewStore>[0];
const open = (server: Server, standard = content(A, B)) =>
  new OverviewStore(
    server.calls as Calls,
    { content: server.stored ?? standard, stored: server.stored },
    () => undefined,
  );
const ids = ({ widgets }: LayoutContent): readonly string[] => widgets.map(({ id }) => id).toSorted();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms = 600) => vi.advanceTimersByTimeAsync(ms);

test('[OVER-12] the first change of a default makes it an overview of the user, and can be undone', async () => {
  const server = new Server();
  const store = open(server);
  expect([store.state().id, store.state().canUndo]).toEqual([null, false]);
  store.edit({ widgets: [A] });
  await pass();
  expect([store.state().id, server.stored && ids(server.stored)]).toEqual([1, ['a']]);
  store.undo();
  expect(store.state().content.widgets).toEqual([A, B]);
  await pass();
  expect(server.stored && ids(server.stored)).toEqual(['a', 'b']);
});

test('[OVER-11] two browsers merge, whichever stores first, and see each other’s changes', async () => {
  const server = new Server();
  server.stored = { ...content(A, B), id: 1, revision: 1 };
  const [one, two] = [open(server), open(server)];
  one.edit({ widgets: [A, B, C] });
  two.edit({ widgets: [B] });
  await pass();
  expect(server.stored && ids(server.stored)).toEqual(['b', 'c']);
  for (const store of [one, two]) store.take(server.stored);
  expect([one, two].map((store) => ids(store.state().content))).toEqual([
    ['b', 'c'],
    ['b', 'c'],
  ]);
});

test('[OVER-11] without a network changes stay, the page says so, and they are stored later', async () => {
  const server = new Server();
  server.stored = { ...content(A), id: 1, revision: 1 };
  const store = open(server);
  server.isDown = true;
  store.edit({ widgets: [A, B] });
  expect(store.state().saving).toBe('saving');
  await pass();
  expect([store.state().saving, ids(store.state().content)]).toEqual(['waiting', ['a', 'b']]);
  server.isDown = false;
  await pass(5000);
  expect([store.state().saving, ids(server.stored)]).toEqual(['saved', ['a', 'b']]);
});
