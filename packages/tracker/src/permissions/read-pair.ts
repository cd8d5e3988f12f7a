import { isOwnerKind, propertiesOf } from '@rastro/fleet';
import type { StoredLink } from '@rastro/storage';
import { appError } from '../errors/app-error.ts';

/** Two members; their order says which owns the other. @source docs/reference/tracking-api.md §2.17 @throws AppError */
export function readPair(body: unknown, anyId = false): StoredLink {
  const entries = body !== null && typeof body === 'object' ? Object.entries(body) : [];
  const [owner, property] = entries;
  if (!owner || !property || entries.length !== 2) throw appError.badPermission();
  const ownerKind = owner[0].replace(/Id$/i, '').toLowerCase();
  const wanted = property[0].replace(/Id$/i, '').toLowerCase();
  const propertyKind = isOwnerKind(ownerKind)
    ? propertiesOf(ownerKind).find((kind) => kind.toLowerCase() === wanted)
    : undefined;
  const ids = [owner[1], property[1]].map(idOf);
  const [ownerId = 0, propertyId = 0] = ids;
  const valid = ids.every((id) => Number.isSafeInteger(id) && id >= (anyId ? 0 : 1));
  if (propertyKind === undefined || !valid) throw appError.badPermission();
  return { ownerKind, ownerId, propertyKind, propertyId };
}

/** A number, also as text; Number() alone would read true and [5] too. */
function idOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
}
