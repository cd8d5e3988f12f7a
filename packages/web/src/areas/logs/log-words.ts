import type { AttributeValue, LogLine } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import type { NameOfThing } from './use-logs.ts';

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}
const NOTHING = '-';

const textOf = (value: unknown): string =>
  value === null || value === undefined ? NOTHING : typeof value === 'string' ? value : JSON.stringify(value);

/** What an edit changed; empty = the log does not say. */
export function changesIn({ attributes: { changes } }: LogLine): readonly Change[] {
  if (!isRecord(changes)) return [];
  return Object.entries(changes).map(([field, change]) => ({
    field: field.replace(/^attributes\./, ''),
    before: textOf(isRecord(change) ? change['before'] : null),
    after: textOf(isRecord(change) ? change['after'] : null),
  }));
}

/** An instant as the log keeps it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

export interface DetailWords {
  /** What people call a detail. */
  readonly wordOf: (name: string) => string;
  readonly timeOf: (instant: string) => string;
}

/** What else stands beside it, in one line. */
export function detailsIn({ attributes }: LogLine, { wordOf, timeOf }: DetailWords): string {
  const { changes: _changes, ...rest } = attributes;
  return Object.entries(rest)
    .filter(([, value]) => value !== null && value !== '' && value !== '[]')
    .map(([name, value]) => {
      const text = typeof value === 'string' && INSTANT.test(value) ? timeOf(value) : textOf(value);
      return `${wordOf(name)}: ${text}`;
    })
    .join(' · ');
}

/** The act and what it was done to, in words. */
export function deedIn(
  line: LogLine,
  t: TFunction<'logs'>,
  { person, thing }: { readonly person: (id: number) => string; readonly thing: NameOfThing },
): string {
  const { actionType, objectType, objectId } = line;
  const act = t(`logs:act.${actionType}`, { defaultValue: actionType });
  const object = t(`logs:object.${objectType}`, { defaultValue: objectType });
  const isPerson = objectType === 'user' || objectType === 'managedUser';
  const nameOf = (id: number): string => (isPerson ? person(id) : thing(objectType, id));
  const name = objectId > 0 ? nameOf(objectId) : '';
  return `${act}: ${object} ${name}`.trim();
}

const isRecord = (value: unknown): value is { readonly [name: string]: AttributeValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
