import { fail, ok } from '@rastro/base';
import { unavailable } from '@rastro/outgoing';
import { isOpen, type CivilDate } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import { z } from 'zod';
import { hasDocuments } from '../../has-documents.ts';
import type { Job, Turn } from '../../job.ts';
import type { Outcome, ProviderCharge } from '../payment-provider.ts';
import { applyCharge } from './apply-charge.ts';
import { collectorOf, providerToday, referenceOf, type Collector, type CollectRoom } from './collect-room.ts';

/** Kinds of documents in the store; never change them. */
const TRY_KIND = 'chargeTry';
const PAYER_KIND = 'payer';
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE = 50;
/** What was not answered may still be on its way there; only then is it looked for. */
const GRACE_MS = MINUTE_MS;
/** What the provider finds wrong is not right a minute later. */
const WRONG_PAUSE_MS = 6 * HOUR_MS;

const triedCharge = z.object({ at: z.number(), problem: z.string().default('') });
type TriedCharge = z.output<typeof triedCharge>;
const keptPayer = z.object({ id: z.string() });

/** How long an issuer is left alone after his provider could not be used. In memory: after a start it is tried. */
interface Pause {
  readonly until: number;
  readonly failures: number;
  /** With another one it is tried at once. */
  readonly apiKey: string;
}

/** Makes the charges that invoices owe, each once. */
export function makeCharges(room: CollectRoom): Job {
  const pauses = new Map<number, Pause>();
  return {
    name: 'billing.charges',
    everyMs: MINUTE_MS,
    due: (_done, now) => [now],
    isIdle: async () => {
      const owed = await room.storage.owedCharges(0, 1);
      return owed.length === 0 && !(await hasDocuments(room.storage, TRY_KIND));
    },
    perform: async (_instant, turn) => {
      const collectors = new Map<number, Collector | null>();
      for (let after = 0; !turn.signal.aborted;) {
        const owed = await room.storage.owedCharges(after, PAGE);
        if (owed.length === 0) break;
        after = owed.at(-1)?.id ?? after;
        for (const invoice of owed) {
          if (turn.signal.aborted) break;
          const { issuerId } = invoice;
          if (!collectors.has(issuerId)) collectors.set(issuerId, await collectorOf(room, issuerId));
          const collector = collectors.get(issuerId);
          if (!collector || isPaused(pauses.get(issuerId), collector, room.clock.now())) continue;
          const outcome = await chargeOne(room, collector, invoice, turn);
          if (outcome !== null) await judge({ room, pauses }, collector, outcome);
        }
      }
      await findLost(room, turn);
      return {};
    },
  };
}

const isPaused = (pause: Pause | undefined, { account }: Collector, now: number): boolean =>
  pause !== undefined && pause.apiKey === account.apiKey && pause.until > now;

/** @returns null = its time has not come, or it alone is wrong. */
async function chargeOne(
  room: CollectRoom,
  collector: Collector,
  invoice: StoredInvoice,
  turn: Turn,
): Promise<Outcome<unknown> | null> {
  const key = String(invoice.id);
  const kept = await room.storage.document(TRY_KIND, key);
  const tried = kept && triedCharge.parse(kept.body);
  const now = room.clock.now();
  if (tried && now - tried.at < (tried.problem === '' ? GRACE_MS : WRONG_PAUSE_MS)) return null;
  const remember = (body: TriedCharge): Promise<void> =>
    turn.keep({ put: [{ kind: TRY_KIND, key, body, replaces: null }] });
  // Kept before anything leaves: whoever comes after us knows that it may be there.
  await remember({ at: now, problem: '' });
  const made = await askForCharge({ room, collector, turn }, invoice, tried !== null);
  if (!made.ok) {
    const { code, detail } = made.error;
    if (code !== 'invalid_request' && code !== 'invalid_target') return made;
    if (tried?.problem !== detail) await showProblem(room, invoice, detail);
    await turn.keep({ remove: [{ kind: PAYER_KIND, key: payerKey(collector, invoice), replaces: null }] });
    await remember({ at: now, problem: detail });
    return null;
  }
  await finish({ room, collector, turn }, key, made.value);
  return made;
}

/** The invoice gets its charge, whatever was done with it meanwhile; what came between is looked at again. */
async function finish({ room, collector, turn }: Asking, key: string, charge: ProviderCharge): Promise<void> {
  const applied = await applyCharge(room, collector, { charge, eventId: null, version: null }, turn.signal);
  if (applied !== 'later') await turn.keep({ remove: [{ kind: TRY_KIND, key, replaces: null }] });
}

interface Asking {
  readonly room: CollectRoom;
  readonly collector: Collector;
  readonly turn: Turn;
}
async function askForCharge(
  asking: Asking,
  invoice: StoredInvoice,
  mayExist: boolean,
): Promise<Outcome<ProviderCharge>> {
  const { room, collector, turn } = asking;
  const payer = await payerIdOf(asking, invoice);
  if (!payer.ok) return payer;
  const today = providerToday(room);
  const request = {
    reference: referenceOf(collector.account, invoice.id),
    payerId: payer.value,
    value: invoice.value,
    // Nothing can be due before today there.
    dueDate: later(invoice.dueDate, today),
    description: invoice.description,
    terms: invoice.terms,
    mayExist,
  };
  return collector.provider.charge(request, turn.signal);
}
const later = (a: CivilDate, b: CivilDate): CivilDate => (a > b ? a : b);

async function factsOf({ payerOf, log }: CollectRoom, customerId: number, signal: AbortSignal) {
  try {
    return await payerOf(customerId, signal);
  } catch (error) {
    log.warn({ err: error, customerId }, 'cannot ask who a customer is');
    return 'unknown';
  }
}

const payerKey = ({ account }: Collector, { customerId }: StoredInvoice): string =>
  `${account.owner} ${account.environment} ${customerId}`;

async function payerIdOf(
  { room, collector, turn }: Asking,
  invoice: StoredInvoice,
): Promise<Outcome<string>> {
  const key = payerKey(collector, invoice);
  const kept = await room.storage.document(PAYER_KIND, key);
  if (kept) return ok(keptPayer.parse(kept.body).id);
  const facts = await factsOf(room, invoice.customerId, turn.signal);
  if (facts === 'unknown')
    return fail(unavailable('the tracking server cannot be asked who the customer is'));
  if (!facts) return fail({ code: 'invalid_target', detail: 'there is no such customer' });
  const reference = `${collector.account.tag}-u${invoice.customerId}`;
  const made = await collector.provider.ensureCustomer({ ...facts, reference }, turn.signal);
  if (made.ok)
    await turn.keep({ put: [{ kind: PAYER_KIND, key, body: { id: made.value }, replaces: null }] });
  return made;
}

/** In the provider's own words, where people look at the invoice. */
async function showProblem(
  { storage, clock }: CollectRoom,
  invoice: StoredInvoice,
  reason: string,
): Promise<void> {
  const { id, version: replaces, status } = invoice;
  await storage.changeInvoice({
    id,
    replaces,
    set: {},
    entry: {
      kind: 'conflict',
      from: status,
      to: status,
      amount: 0,
      userId: 0,
      provider: 'asaas',
      eventId: null,
      reason,
    },
    at: clock.now(),
  });
}

/** After trouble an issuer is left alone, longer each time; others go on. */
async function judge(
  { room, pauses }: { readonly room: CollectRoom; readonly pauses: Map<number, Pause> },
  { account: { owner: issuerId, apiKey } }: Collector,
  outcome: Outcome<unknown>,
): Promise<void> {
  if (outcome.ok) {
    if (pauses.delete(issuerId)) await room.book.writeProblem(issuerId, '');
    return;
  }
  const failures = (pauses.get(issuerId)?.failures ?? 0) + 1;
  const { code, detail } = outcome.error;
  const asked = 'afterMs' in outcome.error ? (outcome.error.afterMs ?? 0) : 0;
  const first = code === 'unauthorized' ? HOUR_MS : MINUTE_MS;
  const pause = Math.max(asked, Math.min(first * 2 ** (failures - 1), DAY_MS / 4));
  pauses.set(issuerId, { until: room.clock.now() + pause, failures, apiKey });
  room.log.warn({ issuerId, code, detail, pauseMs: pause }, 'cannot charge by the provider of an issuer');
  if (code === 'unauthorized') await room.book.writeProblem(issuerId, detail);
}

/** Charges that may have been made for invoices that nobody owes any more: found, they go. */
async function findLost(room: CollectRoom, turn: Turn): Promise<void> {
  for await (const page of room.storage.documents({ kind: TRY_KIND, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page) {
      if (turn.signal.aborted) return;
      const invoice = await room.storage.invoice(Number(key));
      if (invoice && isOpen(invoice.status) && invoice.charge === null) continue;
      if (room.clock.now() - triedCharge.parse(body).at < GRACE_MS) continue;
      const collector = invoice && (await collectorOf(room, invoice.issuerId));
      if (invoice && collector && invoice.charge === null) {
        const found = await collector.provider.find(referenceOf(collector.account, invoice.id), turn.signal);
        if (!found.ok) continue;
        if (found.value) await finish({ room, collector, turn }, key, found.value);
        if (found.value) continue;
      }
      await turn.keep({ remove: [{ kind: TRY_KIND, key, replaces: null }] });
    }
}
