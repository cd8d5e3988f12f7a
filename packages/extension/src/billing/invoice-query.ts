import { foldText } from '@rastro/fleet';
import type { CallOf, ExtensionRoutes } from '@rastro/fleet/api';
import { readCivilDate, readStatus, type CivilDate } from '@rastro/fleet/billing';
import { INVOICE_SORTS, type InvoiceCursor, type InvoiceFilter, type InvoiceQuery } from '@rastro/storage';

export const NO_FILTER: InvoiceFilter = {
  issuers: null,
  customerId: null,
  statuses: null,
  dueFrom: null,
  dueTo: null,
  text: null,
};

type Asked = Omit<
  CallOf<'GET /billing/export', ExtensionRoutes['GET /billing/export']>['query'],
  'format'
> & {
  readonly limit?: number | null;
  readonly after?: string | null;
};
export type ReadQuery =
  | { readonly ok: true; readonly query: InvoiceQuery }
  | { readonly ok: false; readonly problem: string };

const USUAL_PAGE = 50;
const MAX_PAGE = 500;

/** Reads the query of a call, limited to what its caller sees. */
export function readInvoiceQuery(asked: Asked, issuers: readonly number[] | null): ReadQuery {
  const statuses = [...new Set(asked.status.map(readStatus))].filter((status) => status !== null);
  if (asked.status.some((text) => readStatus(text) === null)) return { ok: false, problem: 'status is none' };
  const [dueFrom, dueTo] = [dayIn(asked.from), dayIn(asked.to)];
  if (dueFrom === undefined || dueTo === undefined)
    return { ok: false, problem: 'from and to are days, YYYY-MM-DD' };
  const sort = INVOICE_SORTS.find((each) => each === (asked.sort ?? 'dueDate'));
  if (sort === undefined) return { ok: false, problem: `sort is one of ${INVOICE_SORTS.join(', ')}` };
  const after = cursorIn(asked.after ?? null, sort === 'value');
  if (after === undefined) return { ok: false, problem: 'after is not the next of a page' };
  return {
    ok: true,
    query: {
      issuers,
      customerId: asked.customerId,
      statuses: statuses.length > 0 ? statuses : null,
      dueFrom,
      dueTo,
      text: asked.text === null ? null : foldText(asked.text),
      sort,
      isDescending: !asked.ascending,
      after,
      limit: Math.min(Math.max(1, asked.limit ?? USUAL_PAGE), MAX_PAGE),
    },
  };
}

/** Undefined = it is none. */
const dayIn = (text: string | null): CivilDate | null | undefined =>
  text === null ? null : (readCivilDate(text) ?? undefined);

/** The id comes first: a name may hold whatever separates the two. */
export const writtenCursor = ({ key, id }: InvoiceCursor): string => `${id} ${key}`;
function cursorIn(text: string | null, isNumber: boolean): InvoiceCursor | null | undefined {
  if (text === null) return null;
  const at = text.indexOf(' ');
  const id = Number(text.slice(0, Math.max(0, at)));
  const key = text.slice(at + 1);
  if (at <= 0 || !Number.isSafeInteger(id)) return undefined;
  if (!isNumber) return { id, key };
  return Number.isFinite(Number(key)) ? { id, key: Number(key) } : undefined;
}
