import type { AttributeValue, LogLine } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import { thingOfDetail, type NameOfThing } from './thing-names.ts';

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}
const NOTHING = '-';

const textOf = (value: unknown): string =>
  value === null || value === undefined ? NOTHING : typeof value === 'string' ? value : JSON.stringify(value);

/** Changes of an edit; empty = the log has none. */
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

export interface DetailFormatter {
  /** Label of a detail. */
  readonly labelOf: (name: string) => string;
  readonly timeOf: (instant: string) => string;
  readonly thing: NameOfThing;
  /** A code in words, e.g. of the state of an invoice. */
  readonly codeOf: (code: string) => string;
}

/** A code as the log keeps it. */
const CODE = /^[A-Z]+(?:_[A-Z]+)*$/;

/** The other details of an entry, in one line; ids become names. */
export function detailsIn(line: LogLine, { labelOf, timeOf, thing, codeOf }: DetailFormatter): string {
  const { changes: _changes, ownerType: _kind, ...rest } = line.attributes;
  const valueText = (name: string, value: unknown): string => {
    const named = thingOfDetail(line, name);
    if (named !== null) return thing(named.kind, named.id);
    if (typeof value !== 'string') return textOf(value);
    if (INSTANT.test(value)) return timeOf(value);
    return CODE.test(value) ? codeOf(value) : value;
  };
  return Object.entries(rest)
    .filter(([, value]) => value !== null && value !== '' && value !== '[]')
    .map(([name, value]) => `${labelOf(name)}: ${valueText(name, value)}`)
    .join(' · ');
}

/** Text of the action and its object. */
export function actionIn(line: LogLine, t: TFunction<'logs'>, thing: NameOfThing): string {
  const { actionType, objectType, objectId } = line;
  const action = t(`logs:act.${actionType}`, { defaultValue: actionType });
  const object = t(`logs:object.${objectType}`, { defaultValue: objectType });
  const name = objectId > 0 ? thing(objectType, objectId) : '';
  return `${action}: ${object} ${name}`.trim();
}

const isRecord = (value: unknown): value is { readonly [name: string]: AttributeValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
