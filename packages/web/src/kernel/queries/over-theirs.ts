import type { Answer, ApiFailure } from '@rastro/tracking-client';

interface Edits<T> {
  /** The entity when the form was opened: compared with that of the server now. */
  readonly opened: T;
  /** The object that the untouched form would write, with its defaults filled in: compared with `mine`. */
  readonly before: T;
  /** The object to write. */
  readonly mine: T;
  /** The version of another user that the user was last warned about; null = none yet. */
  readonly reported: T | null;
}
type Written = Readonly<Record<string, unknown>>;
interface Calls<T> {
  read(id: number, signal: AbortSignal): Promise<Answer<T>>;
}

const CHANGED_MEANWHILE: ApiFailure = {
  status: 409,
  code: 'CHANGED_MEANWHILE',
  message: '',
  body: null,
  challenge: null,
  trustAvailable: false,
};

/**
 * Merges the user's edits with those that another user has saved since the form was opened. The tracking API replaces
 * whole objects and has no versions, so their changes are read first and stay. Where both have changed the same field,
 * the user is warned before their version is written.
 * @param edits.reported Set when the save is rejected: a second save overwrites that version.
 * @returns the object to write, or the error.
 */
export async function overTheirs<T extends { readonly id: number }>(
  calls: Calls<T>,
  edits: Omit<Edits<T>, 'reported'> & { readonly reported: { current: T | null } },
  signal: AbortSignal,
): Promise<Answer<T>> {
  const { mine, reported } = edits;
  const now = await calls.read(mine.id, signal);
  // A missing right to read, or a deleted object, shows up in the write itself.
  if (!now.ok) return isClientError(now.error) ? { ok: true, value: mine } : now;
  const merged = mergeEdits({ ...edits, reported: reported.current }, now.value);
  if (merged !== null) return { ok: true, value: merged };
  reported.current = now.value;
  return { ok: false, error: CHANGED_MEANWHILE };
}

const isClientError = ({ status }: ApiFailure): boolean => status >= 400 && status < 500 && status !== 401;

/** Field by field, attributes one by one. @returns null = both have changed the same to something else. */
export function mergeEdits<T extends object>(
  { opened, before, mine, reported }: Edits<T>,
  theirs: T,
): T | null {
  const edits = {
    opened: fieldsOf(opened),
    before: fieldsOf(before),
    mine: fieldsOf(mine),
    reported: reported && fieldsOf(reported),
  };
  // A missing field is no change: it would be written as its default.
  const merged = mergeFields(edits, { ...fieldsOf(mine), ...fieldsOf(theirs) });
  // Every field of mine is in it.
  return merged && { ...mine, ...merged };
}

function mergeFields({ opened, before, mine, reported }: Edits<Written>, theirs: Written): Written | null {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, own, other, seen] = [opened[key], mine[key], theirs[key], reported?.[key]];
    if (key === 'attributes' && isWritten(own) && isWritten(other)) {
      const begun = before[key];
      const inner = mergeFields(
        {
          opened: isWritten(was) ? was : {},
          before: isWritten(begun) ? begun : {},
          mine: own,
          reported: isWritten(seen) ? seen : null,
        },
        other,
      );
      if (inner === null) return null;
      merged[key] = inner;
      continue;
    }
    const isMine = !isSame(own, before[key]);
    const isTheirs =
      !isSame(other, was) && !isSame(other, own) && !(reported !== null && isSame(other, seen));
    if (isMine && isTheirs) return null;
    const value = isMine ? own : other;
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

const fieldsOf = (value: object): Written => Object.fromEntries(Object.entries(value));
const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A field that is missing, and one that is null, are both not filled in. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
/** Another order of members is no change. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    isWritten(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
