import type { z } from 'zod';
import type { SourceRow } from './source.ts';

type Issue = z.core.$ZodIssue;
export interface Mended<T> {
  /** Null = refused. */
  readonly value: T | null;
  /** Why it is refused, or what was left out so that the rest can stay. */
  readonly notes: readonly string[];
}

/** Fields left out of one row before it is refused. */
const MAX_ROUNDS = 40;

/**
 * Checks a row against our schema. A field that may be empty, and an attribute, is left out where it does not fit: a
 * vehicle is not lost for a telephone number.
 * @param nameless Name of an entity whose own is none for us.
 */
export function mendRow<T>(schema: z.ZodType<T>, row: SourceRow, nameless: string): Mended<T> {
  const notes: string[] = [];
  let draft = row;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { success, data, error } = schema.safeParse(draft);
    if (success) return { value: data, notes };
    const [issue] = error.issues;
    const mended = issue && mendedBy(schema, draft, { issue, nameless });
    if (!mended) return { value: null, notes: error.issues.slice(0, 3).map(textOf) };
    if (mended.note !== null) notes.push(mended.note);
    draft = mended.draft;
  }
  return { value: null, notes: ['has too many fields that do not fit'] };
}

const textOf = ({ path, message }: Issue): string => [path.join('.'), message].filter(Boolean).join(' ');

function mendedBy(
  schema: z.ZodType,
  draft: SourceRow,
  { issue, nameless }: { readonly issue: Issue; readonly nameless: string },
): { readonly draft: SourceRow; readonly note: string | null } | null {
  if (issue.code === 'unrecognized_keys') return { draft: without(draft, issue.keys), note: null };
  const [field, attribute] = issue.path.map(String);
  if (field === undefined) return null;
  const note = `left out: ${textOf(issue)}`;
  if (field === 'attributes') {
    const attributes = mendedAttributes(draft['attributes'], attribute);
    return attributes && { draft: { ...draft, attributes }, note };
  }
  if (field === 'name' && draft['name'] !== nameless)
    return { draft: { ...draft, name: nameless }, note: `renamed: ${textOf(issue)}` };
  if (draft[field] === null || draft[field] === undefined) return null;
  const emptied = { ...draft, [field]: null };
  const again = schema.safeParse(emptied);
  const isMended = again.success || again.error.issues.every(({ path }) => path[0] !== field);
  return isMended ? { draft: emptied, note } : null;
}

/** Attributes without the one that is wrong, or without the longest when there is too much. */
function mendedAttributes(attributes: unknown, wrong: string | undefined): SourceRow | null {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes)) return {};
  const entries = Object.entries(attributes);
  const lengthOf = ([name, value]: readonly [string, unknown]): number =>
    name.length + (JSON.stringify(value)?.length ?? 0);
  const leftOut = wrong ?? entries.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.[0];
  if (leftOut === undefined || !Object.hasOwn(attributes, leftOut)) return null;
  return Object.fromEntries(entries.filter(([name]) => name !== leftOut));
}

const without = (row: SourceRow, names: readonly string[]): SourceRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
