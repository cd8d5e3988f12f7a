import { MAX_DEPTH } from './body-bounds.ts';

/** Can a body be read, stored and written again: not too deep, and every number a number? */
export function isPlainEnough(body: unknown): boolean {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }];
  for (let at = left.pop(); at; at = left.pop()) {
    const { value, depth } = at;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (value === null || typeof value !== 'object') continue;
    if (depth >= MAX_DEPTH) return false;
    for (const inner of Object.values(value)) left.push({ value: inner, depth: depth + 1 });
  }
  return true;
}

/** A write of one thing, `PUT /devices/:id`: where its body names the thing. */
const NAMED: readonly (readonly [path: RegExp, member: string])[] = [
  [/^PUT \/[\w/]+\/:id$/, 'id'],
  [/^PUT \/devices\/:id\/accumulators$/, 'deviceId'],
];

/** The member of the body that names what the address names; null = none does. */
export const namedMember = (key: string): string | null =>
  NAMED.find(([path]) => path.test(key))?.[1] ?? null;

type Named = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly problem: string };

/**
 * Checks that address and body name the same thing; a body without a name takes that of the address. The tracking API
 * uses the body alone, so a log, a proxy or a reader of the address could be misled.
 */
export function namedAlike(key: string, params: unknown, body: unknown): Named {
  const member = namedMember(key);
  if (member === null || body === null || typeof body !== 'object' || Array.isArray(body))
    return { ok: true, body };
  const id = Number(Object(params).id);
  const named: unknown = new Map(Object.entries(body)).get(member);
  if (named === undefined || named === null || named === '')
    return { ok: true, body: { ...body, [member]: id } };
  const isSame = Math.trunc(Number(named)) === id;
  return isSame ? { ok: true, body } : { ok: false, problem: `${member}: the address names ${id}` };
}
