import { Readable } from 'node:stream';
import { zoneText, type Language } from '@rastro/fleet';
import { providerTitle, type CivilDate } from '@rastro/fleet/billing';
import {
  attachmentHeader,
  BYTE_ORDER_MARK,
  csvWriter,
  dateFormat,
  numberFormat,
  serialOf,
  sheetFileName,
  type Cell,
  type SheetBlock,
} from '@rastro/fleet/sheets';
import { SPREADSHEET_TYPE, XlsxFile } from '@rastro/outgoing/sheets';
import type { InvoiceQuery, StoredInvoice } from '@rastro/storage';
import type { ExtensionCall, ExtensionReply } from '../../extension-route.ts';
import { billingErrors } from '../billing-errors.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { visibleIssuers } from '../invoice-access.ts';
import { readInvoiceQuery } from '../invoice-query.ts';
import { dayText } from '../written-amounts.ts';
import { COLUMN_NAMES, EXPORT_LABELS, type ColumnName } from './export-labels.ts';

const PAGE = 500;
/** As many as a sheet holds below its titles. @source ECMA-376, as Excel enforces it */
const MAX_ROWS = 1_048_575;

/** All invoices of a question in the caller's language, page after page: none waits for the last. */
export async function exportInvoices(
  deps: BillingDeps,
  { caller, query }: ExtensionCall<'GET /billing/export'>,
): Promise<ExtensionReply> {
  const { format, ...question } = query;
  const read = readInvoiceQuery({ ...question, limit: PAGE }, await visibleIssuers(deps, caller));
  if (!read.ok) return billingErrors.unreadable(read.problem);
  if (format !== null && format !== 'csv' && format !== 'xlsx')
    return billingErrors.unreadable('format is csv or xlsx');
  const scope = await scopeOf(deps, caller, read.query);
  const pages = pagesOf(deps, read.query);
  return format === 'xlsx'
    ? attached(scope, 'xlsx', SPREADSHEET_TYPE, xlsxOf(pages, scope))
    : attached(scope, 'csv', 'text/csv; charset=utf-8', csvOf(pages, scope.language));
}

/** Owner, period and reader of the list. */
interface Scope {
  readonly language: Language;
  readonly block: SheetBlock;
  readonly parts: readonly string[];
}
async function scopeOf(
  deps: BillingDeps,
  caller: ExtensionCall<'GET /billing/export'>['caller'],
  { dueFrom, dueTo }: InvoiceQuery,
): Promise<Scope> {
  const { languageOf, zone } = await deps.installation();
  const language = languageOf(caller.attributes);
  const exportLabels = EXPORT_LABELS[language];
  const owner = (await deps.tree()).brandOf(caller.id, (id) => deps.brandNameOf(id) !== null);
  const brand = deps.brandNameOf(owner) ?? deps.product;
  const day = (date: CivilDate | null): string => (date === null ? '…' : dayText(date, language));
  const made = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  const isAll = dueFrom === null && dueTo === null;
  return {
    language,
    parts: [brand, exportLabels.title, ...(isAll ? [await deps.today()] : [dueFrom ?? '', dueTo ?? ''])],
    block: {
      brand,
      title: exportLabels.title,
      details: [
        `${exportLabels.columns.dueDate}: ${isAll ? exportLabels.all : `${day(dueFrom)} – ${day(dueTo)}`}`,
        `${exportLabels.made} ${made.format(deps.clock.now())} · ${zoneText(zone, language)}`,
      ],
    },
  };
}

const attached = (
  { parts }: Scope,
  ending: string,
  type: string,
  pieces: AsyncIterable<string | Uint8Array>,
): ExtensionReply => ({
  status: 200,
  headers: { 'content-type': type, 'content-disposition': attachmentHeader(sheetFileName(parts, ending)) },
  body: Readable.from(pieces, { objectMode: false }),
});

type Pages = AsyncIterable<readonly StoredInvoice[]>;

async function* pagesOf({ storage }: BillingDeps, query: InvoiceQuery): Pages {
  for (let { after } = query; ;) {
    const page = await storage.invoices({ ...query, after });
    yield page.invoices;
    if (page.next === null) return;
    after = page.next;
  }
}

const amount = (cents: number | null): number | null => (cents === null ? null : cents / 100);
const CELLS: Readonly<Record<ColumnName, (invoice: StoredInvoice, language: Language) => Cell>> = {
  id: ({ id }) => id,
  customer: ({ customerName }) => customerName,
  description: ({ description }) => description,
  month: ({ month }) => month,
  dueDate: ({ dueDate }) => dueDate,
  status: ({ status }, language) => EXPORT_LABELS[language].statuses[status],
  value: ({ value }) => amount(value),
  paidDate: ({ paidDate }) => paidDate,
  paidValue: ({ paidValue }) => amount(paidValue),
  vehicles: ({ count }) => count,
  provider: ({ provider }, language) => providerTitle(provider) || EXPORT_LABELS[language].manual,
  reason: ({ reason }) => reason,
  customerId: ({ customerId }) => customerId,
  issuerId: ({ issuerId }) => issuerId,
};
const isDay = (name: ColumnName): boolean => name === 'dueDate' || name === 'paidDate';
const isAmount = (name: ColumnName): boolean => name === 'value' || name === 'paidValue';
/** Characters. */
const WIDTHS: Readonly<Partial<Record<ColumnName, number>>> = {
  customer: 30,
  description: 30,
  status: 24,
  reason: 30,
};
const USUAL_WIDTH = 13;

const titles = (language: Language): readonly string[] =>
  COLUMN_NAMES.map((name) => EXPORT_LABELS[language].columns[name]);

async function* csvOf(pages: Pages, language: Language): AsyncGenerator<string> {
  const csvLine = csvWriter(language);
  yield BYTE_ORDER_MARK + csvLine(titles(language));
  const fixed = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;
  const money = new Intl.NumberFormat(language, fixed);
  for await (const page of pages)
    yield page
      .map((invoice) =>
        csvLine(
          COLUMN_NAMES.map((name) => {
            const cell = CELLS[name](invoice, language);
            return typeof cell === 'number' && isAmount(name) ? money.format(cell) : cell;
          }),
        ),
      )
      .join('');
}

async function* xlsxOf(pages: Pages, { language, block }: Scope): AsyncGenerator<Uint8Array> {
  const columns = COLUMN_NAMES.map((name) => ({
    title: EXPORT_LABELS[language].columns[name],
    width: WIDTHS[name] ?? USUAL_WIDTH,
    ...(isAmount(name) ? { format: numberFormat(2), total: 'sum' as const } : {}),
    ...(isDay(name) ? { format: dateFormat(language) } : {}),
  }));
  const file = new XlsxFile(
    { name: EXPORT_LABELS[language].title, columns },
    { block, totalTitle: EXPORT_LABELS[language].total },
  );
  let rows = 0;
  for await (const page of pages) {
    rows += page.length;
    // It breaks off: a sheet that lacks some would pass for the whole.
    if (rows > MAX_ROWS) throw new Error('Cannot export invoices: more than a sheet holds');
    await file.add(
      page.map((invoice) =>
        COLUMN_NAMES.map((name) => {
          const cell = CELLS[name](invoice, language);
          return isDay(name) && typeof cell === 'string' ? serialOf(Date.parse(cell)) : cell;
        }),
      ),
    );
    const ready = file.take();
    if (ready.length > 0) yield ready;
  }
  yield await file.end();
}
