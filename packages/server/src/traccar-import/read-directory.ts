import { OWNER_KINDS, propertiesOf, type OwnerKind, type PropertyKind } from '@rastro/fleet';
import { DOCUMENT_KINDS, type DocumentKind, type StoredDocument, type StoredLink } from '@rastro/storage';
import type { ImportReport } from './import-report.ts';
import { readEntities, type Prefixes } from './read-entities.ts';
import type { Source, SourceRow } from './source.ts';

export interface ReadDirectory {
  readonly documents: ReadonlyMap<DocumentKind, readonly StoredDocument[]>;
  readonly links: readonly StoredLink[];
  /** Rows there, by kind. */
  readonly found: ReadonlyMap<DocumentKind, number>;
  /** Last message of each device, milliseconds since 1970; null = never. */
  readonly lastUpdates: ReadonlyMap<number, number | null>;
}
interface Deps {
  readonly source: Source;
  readonly prefixes: Prefixes;
  readonly report: ImportReport;
}

/** Reads everything but history, and leaves out what could not be here. @throws UnreadableAnswerError */
export async function readDirectory(deps: Deps, signal: AbortSignal): Promise<ReadDirectory> {
  const { source, report } = deps;
  const rows = new Map<DocumentKind, readonly SourceRow[]>();
  for (const kind of DOCUMENT_KINDS) rows.set(kind, await source.list(kind, signal));
  const read = new Map([...rows].map(([kind, each]) => [kind, readEntities(kind, each, deps)]));
  const ids = new Map([...read].map(([kind, each]) => [kind, new Set(each.map(({ id }) => id))]));
  const isThere = (kind: DocumentKind, id: number): boolean => ids.get(kind)?.has(id) === true;
  const documents = new Map(
    [...read].map(([kind, each]) => [
      kind,
      each.map((document) => withReferences(kind, document, { isThere, report })),
    ]),
  );
  const groups = new Map((documents.get('group') ?? []).map((each) => [each.id, each]));
  documents.set(
    'group',
    [...groups.values()].map((group) => withoutCycle(group, groups, report)),
  );
  const links: StoredLink[] = [];
  for (const owner of OWNER_KINDS)
    for (const property of propertiesOf(owner))
      links.push(...(await readLinks({ owner, property }, { ...deps, isThere }, signal)));
  return {
    documents,
    links,
    found: new Map([...rows].map(([kind, each]) => [kind, each.length])),
    lastUpdates: new Map(
      (rows.get('device') ?? []).map((row) => [Number(row['id']), timeOf(row['lastUpdate'])]),
    ),
  };
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isFinite(time) ? time : null;
}

interface Known {
  readonly isThere: (kind: DocumentKind, id: number) => boolean;
  readonly report: ImportReport;
}

/** Fields that name another entity. */
const REFERENCES = { groupId: 'group', calendarId: 'calendar', commandId: 'command' } as const;

function withReferences(
  kind: DocumentKind,
  document: StoredDocument,
  { isThere, report }: Known,
): StoredDocument {
  const body = { ...document.body };
  for (const [field, target] of Object.entries(REFERENCES)) {
    const id = Number(body[field] ?? 0);
    if (id === 0 || isThere(target, id)) continue;
    body[field] = 0;
    report.add('changed', { kind, row: String(document.id), why: `its ${target} is not here` });
  }
  return { ...document, body };
}

/** A group that is above itself stands at the top. */
function withoutCycle(
  group: StoredDocument,
  groups: Map<number, StoredDocument>,
  report: ImportReport,
): StoredDocument {
  const above = new Set<number>();
  for (let at = parentOf(group); at !== 0 && !above.has(at); at = parentOf(groups.get(at))) {
    if (at !== group.id) {
      above.add(at);
      continue;
    }
    const opened = { ...group, body: { ...group.body, groupId: 0 } };
    groups.set(group.id, opened);
    report.add('changed', { kind: 'group', row: String(group.id), why: 'it is above itself' });
    return opened;
  }
  return group;
}
const parentOf = (group: StoredDocument | undefined): number => Number(group?.body['groupId'] ?? 0);

/** The kind that a property of a link is of. */
function kindOf(property: PropertyKind): DocumentKind {
  if (property === 'managedUser') return 'user';
  return property === 'linkedDevice' ? 'device' : property;
}

async function readLinks(
  { owner, property }: { readonly owner: OwnerKind; readonly property: PropertyKind },
  { source, isThere, report }: Deps & Known,
  signal: AbortSignal,
): Promise<readonly StoredLink[]> {
  return (await source.links(owner, property, signal)).filter(({ ownerId, propertyId }) => {
    const isHere = isThere(owner, ownerId) && isThere(kindOf(property), propertyId);
    if (!isHere) {
      const row = `${owner} ${ownerId} to ${property} ${propertyId}`;
      report.add('refused', { kind: 'link', row, why: 'one of its ends is not here' });
    }
    return isHere;
  });
}
