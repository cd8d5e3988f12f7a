import { isShared, type User } from '@rastro/fleet';
import type { Layouts } from '@rastro/fleet/layouts';
import type { ExtensionHandlers, ExtensionReply } from '../extension-route.ts';
import { defaultFor, defaultOf, ownerOf, removeDefault, writeDefault } from './default-layouts.ts';
import { layoutErrors, type LayoutDeps } from './layout-deps.ts';
import { addLayout, changeLayout, layoutsOf, removeLayout, sortLayouts } from './own-layouts.ts';

type LayoutKey = Extract<keyof ExtensionHandlers, `${string} /layouts${string}`>;

/** Own overviews, and the default that managers set for their customers. */
export function layoutHandlers(deps: LayoutDeps): Pick<ExtensionHandlers, LayoutKey> {
  const { storage } = deps;
  /** The standard edition gives every right to everybody, guests too. */
  const own =
    <C extends { readonly caller: User }>(answer: (call: C) => Promise<ExtensionReply>) =>
    (call: C): Promise<ExtensionReply> | ExtensionReply =>
      isShared(call.caller) ? layoutErrors.guest() : answer(call);
  const answered = async (caller: User): Promise<ExtensionReply> => ({
    status: 200,
    body: await layoutsFor(deps, caller),
  });
  return {
    'GET /layouts': own(({ caller }) => answered(caller)),
    'POST /layouts': own(async ({ caller, body }) => {
      const added = await addLayout(storage, caller.id, body);
      return 'status' in added ? added : { status: 200, body: added };
    }),
    'PUT /layouts/:id': own(async ({ caller, params: { id }, body }) => {
      const merged = await changeLayout(storage, caller.id, { id, ...body });
      return merged === null ? layoutErrors.unknown() : { status: 200, body: merged };
    }),
    'DELETE /layouts/:id': own(async ({ caller, params: { id } }) => {
      await removeLayout(storage, caller.id, id);
      return answered(caller);
    }),
    'PUT /layouts/order': own(async ({ caller, body: { ids } }) => {
      await sortLayouts(storage, caller.id, ids);
      return answered(caller);
    }),
    'PUT /layouts/default': async ({ caller, body }) => {
      await writeDefault(storage, ownerOf(caller), body);
      return answered(caller);
    },
    'DELETE /layouts/default': async ({ caller }) => {
      await removeDefault(storage, ownerOf(caller));
      return answered(caller);
    },
  };
}

/** Overviews of users, for those who show them elsewhere. */
export const layoutReader = (deps: LayoutDeps) => ({
  own: async (userId: number) => (await layoutsOf(deps.storage, userId)).layouts,
  standard: (userId: number) => defaultFor(deps, userId),
});

async function layoutsFor(deps: LayoutDeps, caller: User): Promise<Layouts> {
  const { layouts } = await layoutsOf(deps.storage, caller.id);
  return {
    layouts,
    standard: await defaultFor(deps, caller.id),
    // Documents of others are never read here: who sells nothing has none of their own.
    forCustomers: await defaultOf(deps.storage, ownerOf(caller)),
  };
}
