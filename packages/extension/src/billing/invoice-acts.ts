import type { CivilDate, InvoiceOutcome, InvoiceStatus } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import type { BillingRoom } from './billing-room.ts';
import { changeStatus } from './change-status.ts';
import { actsOnInvoice } from './invoice-access.ts';

export const cancelInvoices = async (
  room: BillingRoom,
  call: ExtensionCall<'POST /billing/cancel'>,
): Promise<ExtensionReply> => changeAll(room, call, { to: 'CANCELED', day: await room.today() });

export const receiveInvoices = (
  room: BillingRoom,
  call: ExtensionCall<'POST /billing/receive'>,
): Promise<ExtensionReply> => changeAll(room, call, { to: 'RECEIVED_IN_CASH', day: call.body.day });

type Act = ExtensionCall<'POST /billing/cancel'> | ExtensionCall<'POST /billing/receive'>;

/** Each for itself: what cannot be done to one holds no other one up. */
async function changeAll(
  room: BillingRoom,
  { caller, address, body }: Act,
  { to, day }: { readonly to: InvoiceStatus; readonly day: CivilDate },
): Promise<ExtensionReply> {
  const { reason } = body;
  const by = { userId: caller.id, address, provider: null, eventId: null, paidValue: null, reason };
  const outcomes: InvoiceOutcome[] = [];
  for (const id of new Set(body.ids)) {
    const found = await room.storage.invoice(id);
    // Not his, and not there: the same.
    const isHis = found !== null && actsOnInvoice(caller, found);
    const outcome = isHis ? (await changeStatus(room, id, { ...by, to, day })).kind : 'unknown';
    outcomes.push({ id, outcome });
  }
  return { status: 200, body: outcomes };
}
