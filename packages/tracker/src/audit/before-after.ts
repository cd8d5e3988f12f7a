import { changesBetween, LINKED_KINDS, type Attributes } from '@rastro/fleet';
import type { AuditEntry } from '@rastro/fleet/api';
import type { Directory } from '../directory/directory.ts';
import type { LinkedKind } from '../directory/linked-tables.ts';

/** Entities of actions, as they were before; missing = it did not exist, or is not in the directory. */
export type Before = ReadonlyMap<string, object>;

const keyOf = ({ objectType, objectId }: AuditEntry): string => `${objectType} ${objectId}`;
const isLinked = (kind: string): kind is LinkedKind => Object.hasOwn(LINKED_KINDS, kind);

/** Current entities of some audit entries. Entities are replaced, never changed: holding one is enough. */
export function entitiesOf(directory: Directory, entries: readonly AuditEntry[]): Before {
  const found = new Map<string, object>();
  for (const auditEntry of entries) {
    const entity = entityOf(directory, auditEntry);
    if (entity !== undefined) found.set(keyOf(auditEntry), entity);
  }
  return found;
}

function entityOf(directory: Directory, { objectType, objectId }: AuditEntry): object | undefined {
  if (objectType === 'server') return directory.server;
  if (objectType === 'user') return directory.users.get(objectId);
  if (objectType === 'device') return directory.devices.get(objectId);
  if (objectType === 'group') return directory.groups.get(objectId);
  return isLinked(objectType) ? directory.linked[objectType].get(objectId) : undefined;
}

/** Attributes that the log adds to an entry: the changes of an edit, the name of a removed entity. */
export function beforeAndAfter(directory: Directory, auditEntry: AuditEntry, before: Before): Attributes {
  const was = before.get(keyOf(auditEntry));
  if (was === undefined) return {};
  if (auditEntry.actionType === 'remove')
    return 'name' in was && typeof was.name === 'string' ? { name: was.name } : {};
  const is = auditEntry.actionType === 'edit' ? entityOf(directory, auditEntry) : undefined;
  if (is === undefined) return {};
  const changes = changesBetween(was, is);
  return Object.keys(changes).length > 0 ? { changes } : {};
}
