import { retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { LayoutContent } from '@rastro/fleet/layouts';
import { defaultIn } from '@rastro/fleet/schemas';
import { INSTALLATION, type LayoutDeps } from './layout-deps.ts';

/** By owner: what customers of somebody see who have no overview of their own. */
export const DEFAULT_KIND = 'defaultLayout';
const PAGE = 200;

/** Owner of the default that a manager sets: administrators share that of the installation. */
export const ownerOf = (caller: Pick<User, 'id' | 'administrator'>): number =>
  caller.administrator ? INSTALLATION : caller.id;

/** Default that somebody has set; null = none. */
export async function defaultOf(
  storage: LayoutDeps['storage'],
  owner: number,
): Promise<LayoutContent | null> {
  const document = await storage.document(DEFAULT_KIND, String(owner));
  return document === null ? null : defaultIn(document.body);
}

/** Default that applies to a user: of the nearest reseller above who has set one, else of the installation. */
export async function defaultFor(deps: LayoutDeps, userId: number): Promise<LayoutContent | null> {
  const owners = await ownersIn(deps.storage);
  const isOnlyInstallation = [...owners].every((owner) => owner === INSTALLATION);
  // Nobody is asked who stands above whom when no reseller has a default.
  const owner = isOnlyInstallation
    ? INSTALLATION
    : await deps.nearestAbove(userId, (each) => owners.has(each));
  return owners.has(owner) ? defaultOf(deps.storage, owner) : null;
}

async function ownersIn(storage: LayoutDeps['storage']): Promise<ReadonlySet<number>> {
  const owners = new Set<number>();
  for await (const page of storage.documents({ kind: DEFAULT_KIND, prefix: '', pageSize: PAGE }))
    for (const { key } of page) owners.add(Number(key));
  return owners;
}

export const writeDefault = (
  storage: LayoutDeps['storage'],
  owner: number,
  layout: LayoutContent,
): Promise<void> =>
  storage.commit({
    put: [{ kind: DEFAULT_KIND, key: String(owner), body: { layout }, replaces: null }],
  });

export const removeDefault = (storage: LayoutDeps['storage'], owner: number): Promise<void> =>
  retryOnConflict(() =>
    storage.commit({ remove: [{ kind: DEFAULT_KIND, key: String(owner), replaces: null }] }),
  );
