import type { SimulatedAnswer } from '../http-simulator.ts';
import { SimAccount, type SimAmount, type SimPayment } from './asaas-account.ts';

/** A parsed call with unchecked contents. */
export interface SimCall {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}
const json = (status: number, body: unknown): SimulatedAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
export const errorAnswer = (status: number, code: string, description: string): SimulatedAnswer =>
  json(status, { errors: [{ code, description }] });
const missing: SimulatedAnswer = { status: 404, body: '' };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the answer of an account to an authorized call. */
export function answerOf(account: SimAccount, call: SimCall): SimulatedAnswer {
  const [area, id, action] = call.path;
  if (area === 'customers') return customers(account, call);
  if (area === 'sandbox') return sandbox(account, call);
  if (area !== 'payments') return missing;
  if (id === undefined)
    return call.method === 'POST' ? create(account, call.body) : listed(account, call.query);
  const payment = account.payments.get(id);
  if (!payment) return missing;
  return action === undefined
    ? onOne(account, call, payment)
    : runPaymentAction({ account, call, payment, action });
}

function customers(account: SimAccount, { method, path, query, body }: SimCall): SimulatedAnswer {
  const [, id] = path;
  if (id !== undefined) {
    const customer = account.customers.get(id);
    if (!customer) return missing;
    if (method === 'DELETE') customer.deleted = true;
    return json(200, method === 'DELETE' ? { deleted: true, id } : customer);
  }
  if (method === 'POST') {
    const [name, cpfCnpj] = [textOf(body['name']), textOf(body['cpfCnpj']).replaceAll(/\W/g, '')];
    if (name === '') return errorAnswer(400, 'invalid_name', 'O campo name deve ser informado.');
    if (!isTaxId(cpfCnpj)) return errorAnswer(400, 'invalid_cpfCnpj', 'O CPF/CNPJ informado é inválido.');
    const externalReference = textOf(body['externalReference']) || null;
    const { deleted, ...made } = account.addCustomer({ name, cpfCnpj, externalReference });
    return json(200, { object: 'customer', personType: 'FISICA', ...made, deleted });
  }
  const wanted = query.get('externalReference');
  const found = [...account.customers.values()].filter(
    (each) => !each.deleted && (wanted === null || each.externalReference === wanted),
  );
  return page(found, query);
}

function create(account: SimAccount, body: SimCall['body']): SimulatedAnswer {
  const [value, dueDate, customer] = [
    numberOf(body['value']),
    textOf(body['dueDate']),
    textOf(body['customer']),
  ];
  if (!account.customers.has(customer))
    return errorAnswer(400, 'invalid_customer', 'Customer inválido ou não informado.');
  if (!(value > 0) || Math.round(value * 100) / 100 !== value)
    return errorAnswer(400, 'invalid_value', 'O campo value é inválido.');
  if (!DATE.test(dueDate) || dueDate < account.today)
    return errorAnswer(400, 'invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.');
  const billingType = textOf(body['billingType']);
  if (!['UNDEFINED', 'BOLETO', 'PIX', 'CREDIT_CARD'].includes(billingType))
    return errorAnswer(400, 'invalid_billingType', 'O campo billingType é inválido.');
  const description = textOf(body['description']);
  if (description.length > 500) return errorAnswer(400, 'invalid_description', 'Descrição muito longa.');
  const interest = numberOf(fieldsOf(body['interest'])['value']);
  return json(
    200,
    account.addPayment({
      customer,
      value,
      dueDate,
      billingType,
      description,
      externalReference: textOf(body['externalReference']) || null,
      fine: amountIn(body['fine']),
      interest: Number.isNaN(interest) ? null : { value: interest },
    }),
  );
}
function amountIn(field: unknown): SimAmount | null {
  const { value, type } = fieldsOf(field);
  return typeof value === 'number' ? { value, type: textOf(type) } : null;
}

/** Removed ones are not listed. */
function listed(account: SimAccount, query: URLSearchParams): SimulatedAnswer {
  const [from, to] = [query.get('dueDate[ge]') ?? '', query.get('dueDate[le]') ?? '9999'];
  const [reference, status] = [query.get('externalReference'), query.get('status')];
  const found = [...account.payments.values()].filter(
    (each) =>
      !each.deleted &&
      each.dueDate >= from &&
      each.dueDate <= to &&
      (reference === null || each.externalReference === reference) &&
      (status === null || each.status === status),
  );
  return page(found, query);
}
function page(all: readonly object[], query: URLSearchParams): SimulatedAnswer {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(100, Number(query.get('limit') ?? 10));
  const data = all.slice(offset, offset + limit);
  const hasMore = offset + limit < all.length;
  return json(200, { object: 'list', hasMore, totalCount: all.length, limit, offset, data });
}

function onOne(account: SimAccount, { method }: SimCall, payment: SimPayment): SimulatedAnswer {
  if (method === 'GET') return json(200, { ...payment, aFieldOfTomorrow: { nested: [1] } });
  if (method !== 'DELETE') return missing;
  if (payment.deleted) return missing;
  if (!isUnpaid(payment)) return errorAnswer(400, 'invalid_action', 'Cobrança não pode ser removida.');
  payment.deleted = true;
  account.emit('PAYMENT_DELETED', payment);
  return json(200, { deleted: true, id: payment.id });
}

interface PaymentAction {
  readonly account: SimAccount;
  readonly call: SimCall;
  readonly payment: SimPayment;
  readonly action: string;
}
function runPaymentAction({ account, call, payment, action }: PaymentAction): SimulatedAnswer {
  if (action === 'status') return json(200, { status: payment.status });
  if (action === 'pixQrCode')
    return json(200, {
      encodedImage: '',
      payload: `00020126pix-${payment.id}6304ABCD`,
      expirationDate: payment.dueDate,
    });
  if (action === 'identificationField')
    return json(200, { identificationField: '0', nossoNumero: '0', barCode: '0' });
  if (action === 'restore' && payment.deleted) {
    payment.deleted = false;
    account.emit('PAYMENT_RESTORED', payment);
    return json(200, payment);
  }
  if (action === 'receiveInCash' && isUnpaid(payment) && !payment.deleted) {
    payment.paymentDate = payment.clientPaymentDate = textOf(call.body['paymentDate']);
    payment.status = 'RECEIVED_IN_CASH';
    account.emit('PAYMENT_RECEIVED', payment);
    return json(200, payment);
  }
  if (action === 'undoReceivedInCash' && payment.status === 'RECEIVED_IN_CASH') {
    payment.paymentDate = payment.clientPaymentDate = null;
    payment.status = payment.dueDate < account.today ? 'OVERDUE' : 'PENDING';
    account.emit('PAYMENT_RECEIVED_IN_CASH_UNDONE', payment);
    return json(200, payment);
  }
  if (action === 'refund' && ['CONFIRMED', 'RECEIVED'].includes(payment.status)) {
    account.become(payment, 'REFUNDED');
    return json(200, payment);
  }
  return errorAnswer(400, 'invalid_action', 'Ação não permitida para esta cobrança.');
}

function sandbox(account: SimAccount, { path }: SimCall): SimulatedAnswer {
  const [, , id = '', act] = path;
  const payment = account.payments.get(id);
  if (!payment) return missing;
  if (act === 'confirm') account.pay(payment, 'PIX');
  else account.become(payment, 'OVERDUE');
  return json(200, payment);
}

const isUnpaid = ({ status }: SimPayment): boolean => status === 'PENDING' || status === 'OVERDUE';

/** Check digits of CPF (11 digits) and CNPJ (14 characters). */
function isTaxId(id: string): boolean {
  if (/^\d{11}$/.test(id)) return ends(id, 9, false) && ends(id, 10, false);
  return /^[\dA-Z]{12}\d{2}$/.test(id) && ends(id, 12, true) && ends(id, 13, true);
}
/** @param isCompany The weights begin again after 9. */
function ends(id: string, length: number, isCompany: boolean): boolean {
  let sum = 0;
  for (let at = 0; at < length; at++) {
    const fromEnd = length - 1 - at;
    const weight = isCompany ? (fromEnd % 8) + 2 : fromEnd + 2;
    sum += ((id.codePointAt(at) ?? 48) - 48) * weight;
  }
  const digit = sum % 11 < 2 ? 0 : 11 - (sum % 11);
  return Number(id[length]) === digit;
}
