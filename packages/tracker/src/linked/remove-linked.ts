import type { Directory } from '../directory/directory.ts';
import type { Entity, EntityTable } from '../directory/entity-table.ts';
import type { LinkedKind } from '../directory/linked-tables.ts';

/**
 * Removes an entity and what cannot be without it; what only mentions it forgets it. The entity goes last, so
 * that a stop half-way leaves nothing that names what is not there.
 * @source docs/reference/tracking-api.md §3.1, "Deletion effects"
 */
export async function removeLinked(directory: Directory, kind: LinkedKind, id: number): Promise<void> {
  if (kind === 'calendar') await forgetCalendar(directory, id);
  if (kind === 'command') {
    for (const rule of Array.from(directory.linked.notification.inOrder())) {
      if (rule.commandId === id) await directory.linked.notification.remove(rule.id);
    }
  }
  await directory.linked[kind].remove(id);
}

async function forgetIn<T extends Entity & { readonly calendarId: number }>(
  table: EntityTable<T>,
  calendarId: number,
): Promise<void> {
  // A copy: the table is reordered by the updates.
  for (const entity of Array.from(table.inOrder())) {
    if (entity.calendarId === calendarId) await table.update({ ...entity, calendarId: 0 });
  }
}

async function forgetCalendar({ linked, devices }: Directory, calendarId: number): Promise<void> {
  await forgetIn(linked.geofence, calendarId);
  await forgetIn(linked.notification, calendarId);
  await forgetIn(devices, calendarId);
  for (const report of Array.from(linked.report.inOrder())) {
    if (report.calendarId === calendarId) await linked.report.remove(report.id);
  }
}
