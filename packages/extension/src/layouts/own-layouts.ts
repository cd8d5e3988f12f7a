import { retryOnConflict } from '@rastro/base';
import { mergeLayouts, LAYOUT_LIMITS, type Layout, type LayoutContent } from '@rastro/fleet/layouts';
import { storedLayouts, type StoredLayouts } from '@rastro/fleet/schemas';
import { layoutErrors, type LayoutDeps } from './layout-deps.ts';
import type { ExtensionReply } from '../extension-route.ts';

/** One document for each user: number, order and contents change together. */
export const LAYOUTS_KIND = 'layouts';
type Storage = LayoutDeps['storage'];

/** Overviews of a user, as they are stored. */
export async function layoutsOf(storage: Storage, userId: number): Promise<StoredLayouts> {
  const document = await storage.document(LAYOUTS_KIND, String(userId));
  return storedLayouts.parse(document?.body ?? {});
}

/** Document that is stored next, and what is answered; the same document = nothing is written. */
interface Step<T> {
  readonly next: StoredLayouts;
  readonly answer: T;
}

/** Changes the overviews of a user; two browsers may do so at once. */
const change = <T>(
  storage: Storage,
  userId: number,
  stepOf: (before: StoredLayouts) => Step<T>,
): Promise<T> =>
  retryOnConflict(async () => {
    const document = await storage.document(LAYOUTS_KIND, String(userId));
    const before = storedLayouts.parse(document?.body ?? {});
    const { next, answer } = stepOf(before);
    const put = { kind: LAYOUTS_KIND, key: String(userId), body: next, replaces: document?.version ?? 0 };
    if (next !== before) await storage.commit({ put: [put] });
    return answer;
  });

export const addLayout = (
  storage: Storage,
  userId: number,
  content: LayoutContent,
): Promise<Layout | ExtensionReply> =>
  change<Layout | ExtensionReply>(storage, userId, (before) => {
    const most = LAYOUT_LIMITS.layouts;
    if (before.layouts.length >= most) return { next: before, answer: layoutErrors.tooMany(most) };
    const answer: Layout = { ...content, id: before.next, revision: 1 };
    return { next: withLayouts(before, [...before.layouts, answer], before.next + 1), answer };
  });

/** A change of a browser, with what it began from. */
interface Changed {
  readonly id: number;
  readonly revision: number;
  readonly base: LayoutContent;
  readonly layout: LayoutContent;
}
/** Stores a change, merged with what was stored since it began. @returns null = the overview is gone. */
export const changeLayout = (
  storage: Storage,
  userId: number,
  { id, revision, base, layout }: Changed,
): Promise<Layout | null> =>
  change<Layout | null>(storage, userId, (before) => {
    const stored = before.layouts.find((each) => each.id === id);
    if (!stored) return { next: before, answer: null };
    const merged = stored.revision === revision ? layout : mergeLayouts(base, layout, stored);
    const answer: Layout = { ...merged, id, revision: stored.revision + 1 };
    const layouts = before.layouts.map((each) => (each.id === id ? answer : each));
    return { next: withLayouts(before, layouts), answer };
  });

export const removeLayout = (storage: Storage, userId: number, id: number): Promise<null> =>
  change(storage, userId, (before) => {
    const layouts = before.layouts.filter((each) => each.id !== id);
    const isGone = layouts.length === before.layouts.length;
    return { next: isGone ? before : withLayouts(before, layouts), answer: null };
  });

/** Those that the wanted order does not name follow: another browser has added them. */
export const sortLayouts = (storage: Storage, userId: number, ids: readonly number[]): Promise<null> =>
  change(storage, userId, (before) => {
    const rank = new Map(ids.map((id, at) => [id, at]));
    const rankOf = ({ id }: Layout): number => rank.get(id) ?? ids.length;
    const layouts = before.layouts.toSorted((a, b) => rankOf(a) - rankOf(b));
    return { next: withLayouts(before, layouts), answer: null };
  });

const withLayouts = (
  { next: serial }: StoredLayouts,
  layouts: readonly Layout[],
  next = serial,
): StoredLayouts => storedLayouts.parse({ next, layouts });
