import {
  DEVICE_CATEGORIES,
  DEVICE_STATES,
  foldText,
  isHiddenDevice,
  plainIdentifier,
  type Attributes,
  type AttributeValue,
  type Device,
} from '@rastro/fleet';
import { readDateText } from '../../../i18n/date-text.ts';
import { localTime } from '../../../i18n/zoned-time.ts';
import { parseColour } from '../../../live/vehicle-style.ts';
import { checkField, type FieldProblem } from '../fields/check-field.ts';
import { fieldOf, newDevice, type DeviceField, type FieldName } from '../fields/device-fields.ts';
import { fieldText, withField, type FieldContext } from '../fields/field-text.ts';
import type { Mapping } from './match-columns.ts';
import type { Table } from '../../../ui/sheets/read-table.ts';

/** Why a row cannot be imported. */
export type ImportProblem =
  | FieldProblem
  | 'unknownName'
  | 'notAColor'
  | 'duplicate'
  | 'mayNotCreate'
  | 'mayNotEdit';
export interface WrongRow {
  readonly row: number;
  readonly name: string;
  readonly uniqueId: string;
  /** null = the row as a whole. */
  readonly field: FieldName | null;
  readonly problem: ImportProblem;
}
export interface ImportRow {
  readonly row: number;
  /** null = it will be new. */
  readonly before: Device | null;
  readonly after: Device;
}
export interface ImportPlan {
  readonly created: readonly ImportRow[];
  readonly changed: readonly ImportRow[];
  readonly same: number;
  readonly wrong: readonly WrongRow[];
  /** Names of groups that are not there, as the file writes them first. */
  readonly missingGroups: readonly string[];
}
/** Stands for a name that several have: it means none of them, and making another would not help. */
export const AMBIGUOUS = '?';
export interface ImportSubject {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly devices: readonly Device[];
  readonly context: FieldContext;
  /** By what a cell may say (folded), the value; for the fields that are chosen from a list. */
  readonly names: Partial<Record<FieldName, ReadonlyMap<string, string>>>;
  readonly mayCreate: boolean;
  readonly mayEdit: boolean;
}

const SLICE_ROWS = 250;

/**
 * Compares a spreadsheet with what is there. An empty cell changes nothing.
 * Yields after each slice, so that the screen stays alive.
 */
export function* planImport(subject: ImportSubject): Generator<number, ImportPlan> {
  const { table, mapping, devices } = subject;
  const known = new Map(
    devices.filter((device) => !isHiddenDevice(device)).map((device) => [device.uniqueId, device]),
  );
  const seen = new Set<string>();
  const created: ImportRow[] = [];
  const changed: ImportRow[] = [];
  const wrong: WrongRow[] = [];
  const missing = new Map<string, string>();
  let same = 0;
  const cellOf = (cells: readonly string[], name: FieldName): string =>
    cells[mapping.indexOf(name)]?.trim() ?? '';
  const identifierOf = (cells: readonly string[]): string => plainIdentifier(cellOf(cells, 'uniqueId'));

  for (const [at, { row, cells }] of table.rows.entries()) {
    if (at % SLICE_ROWS === SLICE_ROWS - 1) yield at + 1;
    const uniqueId = identifierOf(cells);
    const name = cellOf(cells, 'name');
    const reject = (field: FieldName | null, problem: ImportProblem) =>
      wrong.push({ row, name, uniqueId, field, problem });
    if (uniqueId === '') {
      reject('uniqueId', 'required');
      continue;
    }
    if (seen.has(uniqueId)) {
      reject('uniqueId', 'duplicate');
      continue;
    }
    seen.add(uniqueId);
    const before = known.get(uniqueId) ?? null;
    const result = filled(before ?? newDevice(), cells, subject);
    if ('problem' in result) {
      reject(result.field, result.problem);
      const group = cellOf(cells, 'groupId');
      const isMissing = result.field === 'groupId' && !subject.names.groupId?.has(foldText(group));
      if (isMissing && !missing.has(foldText(group))) missing.set(foldText(group), group);
    } else if (before === null && name === '') reject('name', 'required');
    else if (before !== null && isSame(before, result.device)) same++;
    else if (before === null && !subject.mayCreate) reject(null, 'mayNotCreate');
    else if (before !== null && !subject.mayEdit) reject(null, 'mayNotEdit');
    else (before === null ? created : changed).push({ row, before, after: result.device });
  }
  return { created, changed, same, wrong, missingGroups: [...missing.values()] };
}

/** Takes back what an import changed, and nothing that others changed since. */
export function takenBack(now: Device, { before, after }: ImportRow): Device {
  if (before === null) return now;
  const { attributes, ...core } = now;
  const { attributes: attributesBefore, ...coreBefore } = before;
  const { attributes: attributesAfter, ...coreAfter } = after;
  return {
    ...core,
    ...(back({ ...core }, { ...coreBefore }, { ...coreAfter }) as Omit<Device, 'attributes'>),
    attributes: back(attributes, attributesBefore, attributesAfter),
  };
}

/** `now` with what differs between `before` and `after` as it was before. */
function back(now: Attributes, before: Attributes, after: Attributes): Attributes {
  const result: Record<string, AttributeValue> = { ...now };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[name];
    if (JSON.stringify(old) === JSON.stringify(after[name])) continue;
    if (old === undefined) delete result[name];
    else result[name] = old;
  }
  return result;
}

type Filled = { readonly device: Device } | { readonly field: FieldName; readonly problem: ImportProblem };

function filled(start: Device, cells: readonly string[], subject: ImportSubject): Filled {
  let device = start;
  for (const [at, name] of subject.mapping.entries()) {
    const cell = cells[at]?.trim() ?? '';
    if (name === null || cell === '') continue;
    const field = fieldOf(name);
    const text = fieldTextOf(field, cell, subject);
    if ('problem' in text) return { field: name, problem: text.problem };
    const problem = checkField(field, text.text, subject.context);
    if (problem !== null) return { field: name, problem };
    // What reads the same is the same: 80 km/h written again must not round the knots.
    if (fieldText(field, device, subject.context) === text.text) continue;
    device = withField(field, device, text.text, subject.context);
  }
  return { device };
}

type Text = { readonly text: string } | { readonly problem: ImportProblem };

function fieldTextOf(field: DeviceField, cell: string, { names, context }: ImportSubject): Text {
  const choices = names[field.name];
  if (choices !== undefined) {
    const value = choices.get(foldText(cell));
    return value === undefined || value === AMBIGUOUS ? { problem: 'unknownName' } : { text: value };
  }
  // As the server takes it: the same identifier must be found again.
  if (field.name === 'uniqueId') return { text: plainIdentifier(cell) };
  // Written so that spreadsheets do not round it, like identifiers.
  if (field.name === 'iccid' || field.name === 'phone') return { text: cell.replace(/^="(.*)"$/s, '$1') };
  if (field.kind === 'flag') return { text: /^(1|true|sim|si|sí|yes|x)$/i.test(cell) ? 'true' : '' };
  // Other systems write midnight behind their days.
  if (field.kind === 'date')
    return { text: isoDay(cell.replace(/[T ]+\d{1,2}:\d\d.*$/, ''), context.language === 'en') };
  if (field.kind === 'moment') return { text: momentText(cell, context) };
  if (field.kind === 'color' && parseColour(cell) === null) return { problem: 'notAColor' };
  return { text: cell };
}

/** Parses `31/12/2026` (month first in English) and `2026-12-31`; anything else stays, to be rejected. */
function isoDay(text: string, isMonthFirst: boolean): string {
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (parts === null) return text;
  const [, first = '', second = '', year = ''] = parts;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A day begins with its midnight; a time is that of the user's zone, unless it says its own. */
function momentText(cell: string, { language, zone }: FieldContext): string {
  // An invalid value stays as it is, and is reported with its row.
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(cell)) return localTime(Date.parse(cell), zone) || cell;
  const text = cell.replace(/(\d:\d\d):\d\d(?:\.\d+)?/, '$1');
  const [, isoText, clock = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text) ?? [];
  if (isoText !== undefined) return `${isoText}T${clock}`;
  const day = readDateText(text, 'date', language);
  return day === text ? readDateText(text, 'moment', language) : `${day}T00:00`;
}

const isSame = (a: Device, b: Device): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
/** Writing an attribute again must not make another order a change. */
const sorted = ({ attributes, ...core }: Device): unknown => [
  core,
  Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)),
];

/** Accepted cell values for states and categories: their codes and their names. */
export function choiceNames(
  nameOf: (kind: 'state' | 'category', value: string) => string,
): Pick<ImportSubject['names'], 'state' | 'category'> {
  const both = (kind: 'state' | 'category', values: readonly string[]): ReadonlyMap<string, string> =>
    new Map(
      values.flatMap((value) => [
        [foldText(value), value],
        [foldText(nameOf(kind, value)), value],
      ]),
    );
  return { state: both('state', DEVICE_STATES), category: both('category', DEVICE_CATEGORIES) };
}
