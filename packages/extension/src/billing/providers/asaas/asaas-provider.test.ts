import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TERMS } from '@rastro/fleet/billing';
import { AsaasSimulator } from '@rastro/outgoing/testing';
import { quickClock, simFetch } from '../../../../test/billing/sim-fetch.ts';
import type { ChargePage, ChargeRequest, Outcome } from '../payment-provider.ts';
import { asaasProvider } from './asaas-provider.ts';

const KEY = '$aact_hmlg_simulated';
const signal = new AbortController().signal;
function setup(apiKey = KEY) {
  const asaas = new AsaasSimulator('2026-03-01');
  const clock = quickClock(Date.UTC(2026, 2, 1));
  const options = { baseUrl: 'https://asaas.test/v3', apiKey, fetch: simFetch(asaas), clock };
  return { asaas, clock, provider: asaasProvider(options) };
}
const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
};
const failure = (outcome: Outcome<unknown>): { code: string; detail: string } => {
  assert.ok(!outcome.ok);
  return outcome.error;
};
const PAYER = {
  reference: 'x-u7',
  name: 'Ana',
  taxId: '52998224725',
  email: 'ana@example.com',
  phone: '',
};
const requestOf = (payerId: string, more: Partial<ChargeRequest> = {}): ChargeRequest => ({
  reference: 'x-1',
  payerId,
  value: 12_990,
  dueDate: '2026-03-10',
  description: 'March',
  terms: NO_TERMS,
  mayExist: false,
  ...more,
});

test('[PAY-1] a payer is made once, and found by our reference', async () => {
  const { asaas, provider } = setup();
  const id = value(await provider.ensureCustomer(PAYER, signal));
  assert.equal(value(await provider.ensureCustomer(PAYER, signal)), id);
  assert.equal(asaas.account.customers.size, 1);
  const wrong = failure(
    await provider.ensureCustomer({ ...PAYER, reference: 'y', taxId: '11111111112' }, signal),
  );
  assert.equal(wrong.code, 'invalid_request');
  assert.match(wrong.detail, /CPF\/CNPJ informado é inválido/, 'in the words of the provider');
});

test('[PAY-2] cents become reais and come back, with fine, interest and discount', async () => {
  const { asaas, provider } = setup();
  const payerId = value(await provider.ensureCustomer(PAYER, signal));
  const terms = {
    fine: { amount: 200, mode: 'percent' },
    interest: 100,
    discount: { amount: 500, mode: 'fixed', days: 2 },
  } as const;
  const made = value(await provider.charge(requestOf(payerId, { terms }), signal));
  assert.deepEqual(
    [made.value, made.status, made.reference, made.dueDate, made.paidValue],
    [12_990, 'PENDING', 'x-1', '2026-03-10', null],
  );
  const sent = JSON.parse(asaas.requests.at(-1)?.body ?? '');
  assert.equal(sent.value, 129.9);
  assert.deepEqual(sent.fine, { value: 2, type: 'PERCENTAGE' });
  assert.deepEqual(sent.interest, { value: 1 });
  assert.deepEqual(sent.discount, { value: 5, type: 'FIXED', dueDateLimitDays: 2 });
  const payment = asaas.account.payments.get(made.id) ?? assert.fail();
  asaas.account.advance(14);
  asaas.account.pay(payment, 'PIX');
  const paid = value(await provider.read(made.id, signal));
  assert.deepEqual([paid.value, paid.status, paid.paidDate], [12_990, 'RECEIVED', '2026-03-15']);
  assert.equal(paid.paidValue, 12_990 + 281, 'with fine and five days of interest');
  for (const cents of [1, 29, 105, 110, 999_99, 12_345_67]) {
    const again = value(
      await provider.charge(requestOf(payerId, { value: cents, dueDate: '2026-04-01' }), signal),
    );
    assert.equal(again.value, cents);
  }
});

test('[PAY-3] what may have been made is looked for; of doubled charges one is left, the paid one', async () => {
  const { asaas, provider } = setup();
  const payerId = value(await provider.ensureCustomer(PAYER, signal));
  asaas.fault = ({ method }) => (method === 'POST' ? 'lostAnswer' : null);
  assert.equal(failure(await provider.charge(requestOf(payerId), signal)).code, 'unavailable');
  assert.equal(asaas.account.payments.size, 1, 'it is not tried again blindly');
  asaas.fault = () => null;
  const found = value(await provider.charge(requestOf(payerId, { mayExist: true }), signal));
  assert.equal(asaas.account.payments.size, 1);
  const second = value(await provider.charge(requestOf(payerId), signal));
  asaas.account.pay(asaas.account.payments.get(second.id) ?? assert.fail(), 'PIX');
  const existing = value(await provider.charge(requestOf(payerId, { mayExist: true }), signal));
  assert.equal(existing.id, second.id);
  assert.equal(value(await provider.read(found.id, signal)).status, 'CANCELED');
});

test('[PAY-4] limits are waited for, trouble is tried again where that does no harm; a long wait is told', async () => {
  const { asaas, clock, provider } = setup();
  const answers = [429, 500, 200];
  asaas.fault = () => {
    const status = answers.shift() ?? 200;
    return status === 200 ? null : { status, headers: { 'ratelimit-reset': '3' }, body: '' };
  };
  value(await provider.check(signal));
  assert.equal(clock.slept.length, 2);
  assert.ok(clock.slept.every((ms) => ms >= 3000));
  asaas.fault = () => ({ status: 429, headers: { 'ratelimit-reset': '7200' }, body: '' });
  const limited = await provider.check(signal);
  assert.ok(!limited.ok && limited.error.code === 'rate_limited' && limited.error.afterMs === 7_200_000);
  const calls = asaas.requests.length;
  asaas.fault = () => ({ status: 500, body: '<html>' });
  assert.equal(failure(await provider.charge(requestOf('cus_1'), signal)).code, 'unavailable');
  assert.equal(asaas.requests.length, calls + 1, 'what makes something is not repeated');
});

test('[PAY-5] each way to refuse the key is told, without the key; calls are as the provider wants them', async () => {
  const wrong = {
    $aact_prod_real: /invalid_environment/,
    $aact_hmlg_other: /invalid_access_token/,
    'no key': /invalid_access_token_format/,
  };
  for (const [key, message] of Object.entries(wrong)) {
    const error = failure(await setup(key).provider.check(signal));
    assert.equal(error.code, 'unauthorized');
    assert.match(error.detail, message);
    assert.ok(!error.detail.includes(key));
  }
  const { asaas, provider } = setup();
  asaas.fault = () => ({
    status: 400,
    body: JSON.stringify({ errors: [{ code: 'x', description: `key ${KEY}` }] }),
  });
  assert.ok(!failure(await provider.check(signal)).detail.includes(KEY));
  asaas.fault = () => null;
  value(await provider.check(signal));
  const [request] = asaas.requests.slice(-1);
  assert.deepEqual([request?.body, request?.headers['content-type']], ['', undefined]);
});

test('[PAY-6] a charge is removed once or twice, not when it is paid; unknown statuses and fields do not break', async () => {
  const { asaas, provider } = setup();
  const payerId = value(await provider.ensureCustomer(PAYER, signal));
  const made = value(await provider.charge(requestOf(payerId), signal));
  value(await provider.cancel(made.id, signal));
  value(await provider.cancel(made.id, signal));
  value(await provider.cancel('pay_nobody', signal));
  const other = value(await provider.charge(requestOf(payerId, { reference: 'x-2' }), signal));
  const payment = asaas.account.payments.get(other.id) ?? assert.fail();
  asaas.account.become(payment, 'OF_TOMORROW');
  const read = value(await provider.read(other.id, signal));
  assert.deepEqual([read.status, read.rawStatus], [null, 'OF_TOMORROW']);
  asaas.account.become(payment, 'CANCELED');
  assert.equal(value(await provider.read(other.id, signal)).status, null, 'a word of ours is none of theirs');
  asaas.account.become(payment, 'PENDING');
  const cash = { day: '2026-03-02', value: 12_990 } as const;
  assert.equal(value(await provider.receiveInCash(other.id, cash, signal)).status, 'RECEIVED_IN_CASH');
  assert.equal(failure(await provider.cancel(other.id, signal)).code, 'invalid_request');
  assert.match(value(await provider.pix(other.id, signal)) ?? '', /^000201/);
  assert.equal(value(await provider.pix('pay_nobody', signal)), null);
});

test('[PAY-7] all charges of a period come in pages', async () => {
  const { provider } = setup();
  const payerId = value(await provider.ensureCustomer(PAYER, signal));
  for (let at = 0; at < 230; at++)
    value(await provider.charge(requestOf(payerId, { reference: `x-${at}` }), signal));
  const seen = new Set<string>();
  for (let offset: number | null = 0; offset !== null;) {
    const page: ChargePage = value(
      await provider.chargesDue({ from: '2026-03-01', to: '2026-03-31', offset }, signal),
    );
    for (const { reference } of page.charges) seen.add(reference ?? '');
    offset = page.next;
  }
  assert.equal(seen.size, 230);
  const none = value(await provider.chargesDue({ from: '2026-04-01', to: '2026-04-30', offset: 0 }, signal));
  assert.deepEqual(none, { charges: [], next: null });
});
