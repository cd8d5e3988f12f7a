import type { ExtensionRoutes } from '@rastro/fleet/api';
import type { Layout, LayoutContent, Layouts } from '@rastro/fleet/layouts';
import type { Answer, Caller } from './caller.ts';

/** A change of an overview, with what it began from. */
export interface LayoutChange {
  readonly revision: number;
  readonly base: LayoutContent;
  readonly layout: LayoutContent;
}

/** Overviews of the caller, and the default of their customers. */
export interface LayoutCalls {
  list(signal: AbortSignal): Promise<Answer<Layouts>>;
  add(content: LayoutContent, signal: AbortSignal): Promise<Answer<Layout>>;
  /** @returns it merged with what another browser has stored meanwhile. */
  change(id: number, change: LayoutChange, signal: AbortSignal): Promise<Answer<Layout>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<Layouts>>;
  sort(ids: readonly number[], signal: AbortSignal): Promise<Answer<Layouts>>;
  /** @param content Null = the default is taken back. */
  setDefault(content: LayoutContent | null, signal: AbortSignal): Promise<Answer<Layouts>>;
}

export function layoutCalls(caller: Caller<ExtensionRoutes>): LayoutCalls {
  return {
    list: (signal) => caller.json('GET /layouts', {}, signal),
    add: (json, signal) => caller.json('POST /layouts', { json }, signal),
    change: (id, json, signal) => caller.json('PUT /layouts/:id', { params: { id }, json }, signal),
    remove: (id, signal) => caller.json('DELETE /layouts/:id', { params: { id } }, signal),
    sort: (ids, signal) => caller.json('PUT /layouts/order', { json: { ids } }, signal),
    setDefault: (json, signal) =>
      json === null
        ? caller.json('DELETE /layouts/default', {}, signal)
        : caller.json('PUT /layouts/default', { json }, signal),
  };
}
