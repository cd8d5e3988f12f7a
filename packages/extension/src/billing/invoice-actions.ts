import type { CivilDate, InvoiceOutcome, InvoiceStatus } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import type { BillingDeps } from './billing-deps.ts';
import { changeStatus } from './change-status.ts';
import { mayChangeInvoice } from './invoice-access.ts';

export const cancelInvoices = async (
  deps: BillingDeps,
  call: ExtensionCall<'POST /billing/cancel'>,
): Promise<ExtensionReply> => changeAll(deps, call, { to: 'CANCELED', day: await deps.today() });

export const receiveInvoices = (
  deps: BillingDeps,
  call: ExtensionCall<'POST /billing/receive'>,
): Promise<ExtensionReply> => changeAll(deps, call, { to: 'RECEIVED_IN_CASH', day: call.body.day });

type StatusCall = ExtensionCall<'POST /billing/cancel'> | ExtensionCall<'POST /billing/receive'>;

/** Each for itself: what cannot be done to one holds no other one up. */
async function changeAll(
  deps: BillingDeps,
  { caller, address, body }: StatusCall,
  { to, day }: { readonly to: InvoiceStatus; readonly day: CivilDate },
): Promise<ExtensionReply> {
  const { reason } = body;
  const by = { userId: caller.id, address, provider: null, eventId: null, paidValue: null, reason };
  const outcomes: InvoiceOutcome[] = [];
  for (const id of new Set(body.ids)) {
    const found = await deps.storage.invoice(id);
    // Another issuer's invoice and a missing one get the same outcome.
    const mayChange = found !== null && mayChangeInvoice(caller, found);
    const outcome = mayChange ? (await changeStatus(deps, id, { ...by, to, day })).kind : 'unknown';
    outcomes.push({ id, outcome });
  }
  return { status: 200, body: outcomes };
}
