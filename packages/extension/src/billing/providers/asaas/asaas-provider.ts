import { fail, ok } from '@rastro/base';
import { unavailable } from '@rastro/outgoing';
import { isOpen, isPaid, type Charge, type CivilDate, readTaxId } from '@rastro/fleet/billing';
import { z } from 'zod';
import type { ChargeRequest, Outcome, Payer, PaymentProvider, ProviderCharge } from '../payment-provider.ts';
import { asaasClient, type AsaasOptions, type CallAsaas } from './asaas-client.ts';
import { asaasCharge, asaasCustomer, asaasList, asaasPix, chargeOf, realsOf } from './asaas-shapes.ts';

const PAGE = 100;
const LONGEST_DESCRIPTION = 500;
/** The payer chooses: Pix, boleto or card. */
const BILLING_TYPE = 'UNDEFINED';

/** Charges by Asaas. @source docs/reference/integrations.md §1 */
export function asaasProvider(options: AsaasOptions): PaymentProvider {
  const call = asaasClient(options);
  return {
    check: async (signal) => {
      const answer = await call({ method: 'GET', path: '/customers', query: { limit: '1' } }, signal);
      return answer.ok ? ok(undefined) : answer;
    },
    ensureCustomer: (payer, signal) => ensureCustomer(call, payer, signal),
    charge: (request, signal) => charge(call, request, signal),
    cancel: (id, signal) => cancel(call, id, signal),
    receiveInCash: async (id, { day, value }, signal) => {
      const body = { paymentDate: day, value: realsOf(value), notifyCustomer: false };
      return readCharge(await call({ method: 'POST', path: `${pathOf(id)}/receiveInCash`, body }, signal));
    },
    undoCash: async (id, signal) =>
      readCharge(await call({ method: 'POST', path: `${pathOf(id)}/undoReceivedInCash`, body: {} }, signal)),
    find: (reference, signal) => findCharge(call, reference, signal),
    read: async (id, signal) => readCharge(await call({ method: 'GET', path: pathOf(id) }, signal)),
    pix: async (id, signal) => {
      const answer = await call({ method: 'GET', path: `${pathOf(id)}/pixQrCode` }, signal);
      // An account without a Pix key has none; the rest of the charge is well.
      if (!answer.ok) return isNoPix(answer.error.code) ? ok(null) : answer;
      const read = readAs(asaasPix, answer);
      return read.ok ? ok(read.value.payload) : read;
    },
    chargesDue: async ({ from, to, offset }, signal) => {
      const page = await list(
        call,
        { 'dueDate[ge]': from, 'dueDate[le]': to, offset: String(offset) },
        signal,
      );
      if (!page.ok) return page;
      const { hasMore, data } = page.value;
      return ok({ charges: data.map(chargeOf), next: hasMore ? offset + data.length : null });
    },
  };
}

const pathOf = (chargeId: string): string => `/payments/${encodeURIComponent(chargeId)}`;
const isNoPix = (code: string): boolean => code === 'invalid_target' || code === 'invalid_request';

function readAs<T extends z.ZodType>(shape: T, answer: Outcome<unknown>): Outcome<z.output<T>> {
  if (!answer.ok) return answer;
  const read = shape.safeParse(answer.value);
  return read.success ? ok(read.data) : fail(unavailable('answered something else'));
}
function readCharge(answer: Outcome<unknown>): Outcome<ProviderCharge> {
  const read = readAs(asaasCharge, answer);
  return read.ok ? ok(chargeOf(read.value)) : read;
}
async function list(call: CallAsaas, query: Readonly<Record<string, string>>, signal: AbortSignal) {
  const all = { limit: String(PAGE), ...query };
  return readAs(asaasList(asaasCharge), await call({ method: 'GET', path: '/payments', query: all }, signal));
}

/** Doubled customers do no harm, so one that was made without our hearing of it is found or made again. */
async function ensureCustomer(call: CallAsaas, payer: Payer, signal: AbortSignal): Promise<Outcome<string>> {
  const query = { externalReference: payer.reference, limit: '1' };
  const found = readAs(
    asaasList(asaasCustomer),
    await call({ method: 'GET', path: '/customers', query }, signal),
  );
  if (!found.ok) return found;
  const [known] = found.value.data;
  if (known && known.deleted !== true) return ok(known.id);
  const body = {
    name: payer.name,
    cpfCnpj: plainTaxId(payer.taxId),
    ...(payer.email === '' ? {} : { email: payer.email }),
    ...(payer.phone === '' ? {} : { mobilePhone: payer.phone }),
    externalReference: payer.reference,
    // We write to the customer ourselves.
    notificationDisabled: true,
  };
  const made = readAs(asaasCustomer, await call({ method: 'POST', path: '/customers', body }, signal));
  return made.ok ? ok(made.value.id) : made;
}

async function charge(
  call: CallAsaas,
  request: ChargeRequest,
  signal: AbortSignal,
): Promise<Outcome<ProviderCharge>> {
  if (request.mayExist) {
    const found = await findCharge(call, request.reference, signal);
    if (!found.ok) return found;
    if (found.value !== null) return ok(found.value);
  }
  return readCharge(await call({ method: 'POST', path: '/payments', body: bodyOf(request) }, signal));
}

/** Of doubled charges the paid one counts, else the first; unpaid others are removed. */
async function findCharge(
  call: CallAsaas,
  reference: string,
  signal: AbortSignal,
): Promise<Outcome<ProviderCharge | null>> {
  const found = await list(call, { externalReference: reference }, signal);
  if (!found.ok) return found;
  const live = found.value.data.map(chargeOf).filter(({ status }) => status !== 'CANCELED');
  const charge = live.find(({ status }) => status !== null && isPaid(status)) ?? live[0] ?? null;
  for (const { id, status } of live) {
    if (id === charge?.id || status === null || !isOpen(status)) continue;
    const removed = await cancel(call, id, signal);
    if (!removed.ok) return removed;
  }
  return ok(charge);
}

async function cancel(call: CallAsaas, id: string, signal: AbortSignal): Promise<Outcome<void>> {
  const answer = await call({ method: 'DELETE', path: pathOf(id) }, signal);
  if (answer.ok) return ok(undefined);
  if (answer.error.code !== 'invalid_target' && answer.error.code !== 'invalid_request') return answer;
  // Gone already, by an earlier attempt whose answer was lost?
  const now = readCharge(await call({ method: 'GET', path: pathOf(id) }, signal));
  if (now.ok) return now.value.status === 'CANCELED' ? ok(undefined) : answer;
  return now.error.code === 'invalid_target' ? ok(undefined) : now;
}

const bodyOf = ({ payerId, value, dueDate, description, reference, terms }: ChargeRequest) => ({
  customer: payerId,
  billingType: BILLING_TYPE,
  value: realsOf(value),
  dueDate: dueDate satisfies CivilDate,
  description: description.slice(0, LONGEST_DESCRIPTION),
  externalReference: reference,
  ...(terms.fine === null ? {} : { fine: amountOf(terms.fine) }),
  // Hundredths of a per cent a month, per cent a month there.
  ...(terms.interest === 0 ? {} : { interest: { value: terms.interest / 100 } }),
  ...(terms.discount === null
    ? {}
    : { discount: { ...amountOf(terms.discount), dueDateLimitDays: terms.discount.days } }),
});
/** Cents to reais, hundredths of a per cent to per cent: both by a hundred. */
const amountOf = ({ amount, mode }: Charge) => ({
  value: amount / 100,
  type: mode === 'fixed' ? 'FIXED' : 'PERCENTAGE',
});

/** Without its signs, letters of a CNPJ in capitals. */
function plainTaxId(typed: string): string {
  const read = readTaxId(typed);
  return read.kind === 'other' ? read.text : read.digits;
}
