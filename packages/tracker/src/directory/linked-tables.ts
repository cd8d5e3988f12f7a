import { LINKED_KIND_NAMES, linkedKind, type LinkedKind } from '@rastro/fleet';
import type { LinkedBody } from '@rastro/fleet/schemas';
import type { DirectoryStorage, DocumentKind } from '@rastro/storage';
import { EntityTable, type Entity } from './entity-table.ts';

/** Entities that users link to users, groups and devices, by the kind that links and storage name. */
export type LinkedEntities = { readonly [K in LinkedKind]: LinkedBody<K> };
export type LinkedTables = { readonly [K in LinkedKind]: EntityTable<LinkedEntities[K]> };
export type { LinkedKind };

type OnWrite = (kind: DocumentKind, id: number, after: object | null) => void;

/** A table for each kind of the registry. */
export function linkedTables(storage: DirectoryStorage, onWrite: OnWrite): LinkedTables {
  const tables = LINKED_KIND_NAMES.map((kind) => {
    const { key } = linkedKind(kind);
    const table = new EntityTable<Entity>(
      storage,
      kind,
      (entity) => keyOf(entity, key),
      (id, after) => onWrite(kind, id, after),
    );
    return [kind, table] as const;
  });
  // The registry has exactly these kinds.
  return Object.fromEntries(tables) as unknown as LinkedTables;
}

const keyOf = (entity: Entity, field: string | null): string | null =>
  field === null ? null : String(Object(entity)[field]);
