import type { AuditEntry } from '@rastro/fleet/api';
import type { Call } from './call.ts';
import type { ForwardedReply } from './tracking-server.ts';

/** @throws when it cannot: then nothing is confirmed. */
export type SaveAuditEntries = (
  entries: readonly AuditEntry[],
  origin: { readonly userId: number; readonly address: string },
) => Promise<void>;

/** Audit entries of a call, as its entry in the table of routes names them. */
export function auditEntriesOf(
  { route, request, id, body }: Call,
  answer: ForwardedReply,
): readonly AuditEntry[] {
  if (!route.audit) return [];
  const params: Record<string, string> = id > 0 ? { id: String(id) } : {};
  const entries = route.audit({
    params,
    query: Object(request.query),
    body: body.form ?? body.json,
    status: answer.status,
    answer: jsonIn(answer),
  });
  // An external server decides what it accepts: a body that names no object is logged with none.
  return entries.map((auditEntry) => ({
    ...auditEntry,
    objectId: Number.isSafeInteger(auditEntry.objectId) ? auditEntry.objectId : 0,
  }));
}

/** Null = it is none, or cannot be read. */
export function jsonIn({ headers, body }: Pick<ForwardedReply, 'headers' | 'body'>): unknown {
  if (!String(headers['content-type'] ?? '').includes('json')) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null; // Says that it is JSON and is none: nothing can be read of it.
  }
}
