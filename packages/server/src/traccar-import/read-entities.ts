import type { z } from 'zod';
import { COMMAND_TYPES, EVENT_TYPES, isLinkedKind, linkedKind, NOTIFICATION_CHANNELS } from '@rastro/fleet';
import { expressionProblem } from '@rastro/fleet/expressions';
import {
  deviceBody,
  groupBody,
  linkedBody,
  serverSettingsBody,
  userBody,
  REPORT_TYPES,
} from '@rastro/fleet/schemas';
import type { DocumentKind, StoredDocument } from '@rastro/storage';
import { emailKey, traccarHash } from '@rastro/tracker';
import type { ImportReport } from './import-report.ts';
import { mendRow } from './mend-row.ts';
import type { SourceRow } from './source.ts';

/** Prefixes of attributes there, and those that they have here. */
export type Prefixes = ReadonlyMap<string, string>;
interface ReadDeps {
  readonly prefixes: Prefixes;
  readonly report: ImportReport;
}

/** Entities of a kind in the form in which they are stored; what is refused is in the report. */
export function readEntities(
  kind: DocumentKind,
  rows: readonly SourceRow[],
  deps: ReadDeps,
): readonly StoredDocument[] {
  const entities: StoredDocument[] = [];
  const ids = new Set<number>();
  const keys = new Set<string>();
  for (const row of rows) {
    const label = labelOf(row);
    const refuse = (why: string): void => deps.report.add('refused', { kind, row: label, why });
    const entity = readEntity(kind, row, deps);
    if (!entity) continue;
    if (ids.has(entity.id)) refuse('its id is taken by another');
    else if (entity.key !== null && keys.has(entity.key)) refuse('its identifier is taken by another');
    else {
      ids.add(entity.id);
      if (entity.key !== null) keys.add(entity.key);
      entities.push(entity);
    }
  }
  return entities;
}

/** Text or number of a field; anything else is none. */
const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const labelOf = ({ id, name, description, uniqueId, email }: SourceRow): string =>
  [id ?? 'without an id', name ?? description, uniqueId ?? email].map(plainText).join(' ').trim();

function readEntity(
  kind: DocumentKind,
  row: SourceRow,
  { prefixes, report }: ReadDeps,
): StoredDocument | null {
  const note = (outcome: 'refused' | 'changed' | 'noted', why: string): void =>
    report.add(outcome, { kind, row: labelOf(row), why });
  const { id } = row;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) {
    note('refused', 'has no id that can be kept');
    return null;
  }
  const known = withKnownTypes(kind, row, note);
  if (!known) return null;
  const draft = { ...known, attributes: renamed(row['attributes'], prefixes) };
  const nameless = plainText(row['uniqueId'] ?? row['email']) || `${kind} ${id}`;
  const { value, notes } = mendRow(schemaOf(kind), draft, nameless);
  if (!value) {
    note('refused', notes.join('; '));
    return null;
  }
  for (const each of notes) note('changed', each);
  const { id: _id, ...body } = kind === 'user' ? asAccount(value, row) : { ...value };
  if (kind === 'server') return { id: 1, key: 'server', body: { ...body, name: 'server' } };
  return { id, key: keyOf(kind, body), body };
}

function schemaOf(kind: DocumentKind): z.ZodType<object> {
  if (isLinkedKind(kind)) return linkedBody(kind);
  return { server: serverSettingsBody, user: userBody, group: groupBody, device: deviceBody }[kind];
}

/** Fields by which the tables of the directory find an entity. */
function keyOf(kind: DocumentKind, body: SourceRow): string | null {
  if (kind === 'user') return emailKey(String(body['email']));
  if (kind === 'device') return String(body['uniqueId']);
  const field = isLinkedKind(kind) ? linkedKind(kind).key : null;
  return field === null ? null : String(body[field]);
}

/** An account with the hash of its password, where that is known, and without what only a request has. */
function asAccount(value: object, { hashedPassword, salt }: SourceRow): SourceRow {
  const {
    password: _p,
    currentPassword: _c,
    setupCode: _s,
    totpKey = null,
    ...fields
  }: SourceRow = { ...value };
  const passwordHash =
    typeof hashedPassword === 'string' && typeof salt === 'string'
      ? traccarHash({ hash: hashedPassword, salt })
      : null;
  return { ...fields, totpKey, passwordHash };
}

/** Attributes of other brands under our names. */
function renamed(attributes: unknown, prefixes: Prefixes): unknown {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return attributes;
  const entries = Object.entries(attributes).map(([name, value]): readonly [string, unknown] => {
    const dot = name.indexOf('.');
    const prefix = dot < 0 ? undefined : prefixes.get(name.slice(0, dot));
    return [prefix === undefined ? name : prefix + name.slice(dot), value];
  });
  return Object.fromEntries(entries);
}

type Note = (outcome: 'refused' | 'changed' | 'noted', why: string) => void;

/** A row whose types have a counterpart; null = it has none. */
function withKnownTypes(kind: DocumentKind, row: SourceRow, note: Note): SourceRow | null {
  if (kind === 'notification') return knownRule(row, note);
  const type = String(row['type']);
  if (kind === 'user' && row['temporary'] === true) {
    note('refused', 'is a share of that server: share again');
    return null;
  }
  if (kind === 'command' && !isAmong(COMMAND_TYPES, type)) note('noted', `command type ${type} is unknown`);
  if (kind === 'report' && !isAmong(REPORT_TYPES, type)) {
    note('refused', `report type ${type} has no counterpart`);
    return null;
  }
  const problem = kind === 'attribute' ? expressionProblem(String(row['expression'])) : null;
  if (problem !== null) note('noted', `its expression fails: ${problem}`);
  return row;
}

function knownRule(row: SourceRow, note: Note): SourceRow | null {
  const type = String(row['type']);
  if (!isAmong(EVENT_TYPES, type)) {
    note('refused', `event type ${type} has no counterpart`);
    return null;
  }
  const named = plainText(row['notificators'])
    .split(',')
    .map((name) => name.trim());
  const channels = named.filter((name) => isAmong(NOTIFICATION_CHANNELS, name));
  const others = named.filter((name) => name !== '' && !channels.includes(name));
  if (channels.length === 0) {
    note('refused', `no channel has a counterpart: ${others.join(', ')}`);
    return null;
  }
  for (const name of others) note('changed', `channel ${name} has no counterpart`);
  return { ...row, notificators: channels.join(',') };
}

const isAmong = (list: readonly string[], value: string): boolean => list.includes(value);
