import { retryOnConflict } from '@rastro/base';
import {
  isPdf,
  MAX_RECEIPTS,
  receiptFileName,
  receiptName,
  type CostLine,
  type CostReceipt,
  type ReceiptType,
} from '@rastro/fleet/costs';
import { isReceiptId } from '@rastro/fleet/schemas';
import { attachmentHeader } from '@rastro/fleet/sheets';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { openMonths } from './closed-months.ts';
import { costErrors, forMembers, type CostContext, type CostHandlerDeps } from './cost-deps.ts';
import { lineOf, linePuts, receiptOf, receiptPut, receiptRemoval } from './cost-store.ts';
import { seenLine } from './write-lines.ts';

/** Only who may see the line; for a while, because it never changes. */
const CACHED = 'private, max-age=3600';
/** Nothing in a paper is run, whoever opens its address. */
const HARMLESS = "default-src 'none'; sandbox";

interface Content {
  readonly type: ReceiptType;
  readonly bytes: Uint8Array;
}

/** Adds a receipt. Also to a line of a closed month: a paper that comes late changes no figure. */
export const addReceipt = (deps: CostHandlerDeps): ExtensionHandler<'POST /costs/:id/receipts/:receipt'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, query, body }) => {
      const bytes: unknown = body;
      if (!(bytes instanceof Uint8Array) || !isReceiptId(params.receipt)) return costErrors.unreadable();
      const line = await seenLine(here, caller, params.id);
      if (line === null) return costErrors.unknown();
      const problem = problemIn(line, params.receipt);
      if (problem !== null) return problem;
      const read = await here.queue.run(line.ownerId, () => contentOf(here, bytes));
      if (read === null) return costErrors.busy();
      if (read.content === null) return costErrors.unreadable();
      const { content } = read;
      const addedTime = new Date(here.clock.now()).toISOString();
      const name = receiptName(query.name ?? '');
      return store(here, params.id, { content, receipt: { id: params.receipt, name, addedTime } });
    }),
  );

/** Answer to a receipt that is there already, or is one too many; null = it is wanted. */
function problemIn(line: CostLine, id: string): ExtensionReply | null {
  if (line.receipts.some((each) => each.id === id)) return { status: 200, body: line };
  return line.receipts.length >= MAX_RECEIPTS ? costErrors.tooMany() : null;
}

/** A paper as it is, a picture encoded again; null = it is neither. */
async function contentOf(
  { picture }: Pick<CostHandlerDeps, 'picture'>,
  bytes: Uint8Array,
): Promise<{ readonly content: Content | null }> {
  if (isPdf(bytes)) return { content: { type: 'application/pdf', bytes } };
  const made = await picture(bytes);
  return { content: made && { type: 'image/webp', bytes: made } };
}

const store = (
  { storage }: Pick<CostContext, 'storage'>,
  lineId: number,
  { content, receipt }: { readonly content: Content; readonly receipt: Omit<CostReceipt, 'type'> },
): Promise<ExtensionReply> =>
  retryOnConflict(async () => {
    const line = await lineOf(storage, lineId);
    if (line === null) return costErrors.unknown();
    const problem = problemIn(line, receipt.id);
    if (problem !== null) return problem;
    const next = { ...line, receipts: [...line.receipts, { ...receipt, type: content.type }] };
    await storage.commit({ put: [...linePuts(next), receiptPut(lineId, receipt.id, content)] });
    return { status: 201, body: { ...next, version: line.version + 1 } };
  });

/** Always a file to be saved: a paper may hold whatever its sender put into it. */
export const readReceipt = (deps: CostHandlerDeps): ExtensionHandler<'GET /costs/:id/receipts/:receipt'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const line = await seenLine(here, caller, params.id);
      const receipt = line?.receipts.find(({ id }) => id === params.receipt);
      const found = receipt && (await receiptOf(here.storage, params.id, receipt.id));
      if (!receipt || !found) return costErrors.noReceipt();
      const headers = {
        'content-type': found.type,
        'content-disposition': attachmentHeader(receiptFileName(receipt, `receipt-${params.id}`)),
        'content-security-policy': HARMLESS,
        'cache-control': CACHED,
      };
      return { status: 200, headers, body: found.bytes };
    }),
  );

export const removeReceipt = (
  deps: CostHandlerDeps,
): ExtensionHandler<'DELETE /costs/:id/receipts/:receipt'> =>
  forMembers(
    withTrackingApi(deps, (here, { caller, params }) =>
      retryOnConflict(async () => {
        const line = await seenLine(here, caller, params.id);
        if (line?.receipts.some(({ id }) => id === params.receipt) !== true) return costErrors.noReceipt();
        const months = await openMonths(here, line.ownerId, [line]);
        if (months === null) return costErrors.closed();
        const next = { ...line, receipts: line.receipts.filter(({ id }) => id !== params.receipt) };
        await here.storage.commit({
          put: [...linePuts(next), ...months],
          remove: [receiptRemoval(line.id, params.receipt)],
        });
        return { status: 204, body: '' };
      }),
    ),
  );
