import { MAX_WRONG_CODES, type RoadOrderDetail } from '@rastro/fleet/orders';
import { storedCodeTries, type StoredCodeTries } from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import { orderKey } from './order-store.ts';

/** Wrong codes of an order, by order. */
const TRIES = 'orderCodeTries';
type Put = NonNullable<ExtensionBatch['put']>[number];

/** Result of a code that is not the order's. */
export interface WrongCode {
  readonly outcome: 'wrongCode' | 'codeLocked';
  /** Stored with the answer; none = it was counted before, or none is looked at any more. */
  readonly put: readonly Put[];
  readonly count: number;
}

/**
 * Looks at the code of a step that would end an order. The same step with the same code counts once, however often its
 * phone sends it; another code of the order, or another attempt, begins anew.
 * @returns null = it is right, or none is asked for.
 */
export async function wrongCodeOf(
  storage: Pick<ExtensionStorage, 'document'>,
  { id, attempt, code }: Pick<RoadOrderDetail, 'id' | 'attempt' | 'code'>,
  step: { readonly id: string; readonly code: string },
): Promise<WrongCode | null> {
  if (code === '') return null;
  const found = await storage.document(TRIES, orderKey(id));
  const stored = found === null ? null : storedCodeTries.parse(found.body);
  const tries = stored?.code === code && stored.attempt === attempt ? stored.tries : [];
  if (tries.length >= MAX_WRONG_CODES) return { outcome: 'codeLocked', put: [], count: tries.length };
  if (step.code === code) return null;
  const own = `${step.id} ${step.code}`;
  if (tries.includes(own)) return { outcome: 'wrongCode', put: [], count: tries.length };
  const body: StoredCodeTries = { code, attempt, tries: [...tries, own] };
  const put = [{ kind: TRIES, key: orderKey(id), body, replaces: found?.version ?? 0 }];
  return { outcome: 'wrongCode', put, count: body.tries.length };
}
/** Removes them with their order. */
export const codeTriesRemoval = (orderId: number) => ({
  kind: TRIES,
  key: orderKey(orderId),
  replaces: null,
});
