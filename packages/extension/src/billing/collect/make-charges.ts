import { DAY_MS, fail, HOUR_MS, MINUTE_MS, ok } from '@rastro/base';
import { unavailable } from '@rastro/outgoing';
import { isOpen, type CivilDate } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import { z } from 'zod';
import { hasDocuments } from '../../has-documents.ts';
import type { Job, JobRun } from '../../job.ts';
import type { Outcome, ProviderCharge } from '../providers/payment-provider.ts';
import { applyCharge } from './apply-charge.ts';
import { collectorOf, providerToday, referenceOf, type Collector, type CollectDeps } from './collect-deps.ts';

/** Kinds of documents in the store; never change them. */
const TRY_KIND = 'chargeTry';
const PAYER_KIND = 'payer';
const PAGE = 50;
/** An unanswered request may still be on its way to the provider; its charge is looked up only after this time. */
const GRACE_MS = MINUTE_MS;
/** Pause after the provider finds a charge invalid: it will not be valid a minute later. */
const WRONG_PAUSE_MS = 6 * HOUR_MS;

const triedCharge = z.object({ at: z.number(), problem: z.string().default('') });
type TriedCharge = z.output<typeof triedCharge>;
const storedPayer = z.object({ id: z.string() });

/** Pause of an issuer whose provider could not be used. In memory: after a restart it is tried at once. */
interface Pause {
  readonly until: number;
  readonly failures: number;
  /** With another one it is tried at once. */
  readonly apiKey: string;
}

/** Makes the missing charges of invoices, each once. */
export function makeCharges(deps: CollectDeps): Job {
  const pauses = new Map<number, Pause>();
  return {
    name: 'billing.charges',
    everyMs: MINUTE_MS,
    due: (_done, now) => [now],
    isIdle: async () => {
      const pending = await deps.storage.pendingCharges(0, 1);
      return pending.length === 0 && !(await hasDocuments(deps.storage, TRY_KIND));
    },
    perform: async (_instant, jobRun) => {
      const collectors = new Map<number, Collector | null>();
      for (let after = 0; !jobRun.signal.aborted;) {
        const pending = await deps.storage.pendingCharges(after, PAGE);
        if (pending.length === 0) break;
        after = pending.at(-1)?.id ?? after;
        for (const invoice of pending) {
          if (jobRun.signal.aborted) break;
          const { issuerId } = invoice;
          if (!collectors.has(issuerId)) collectors.set(issuerId, await collectorOf(deps, issuerId));
          const collector = collectors.get(issuerId);
          if (!collector || isPaused(pauses.get(issuerId), collector, deps.clock.now())) continue;
          const outcome = await chargeOne(deps, collector, invoice, jobRun);
          if (outcome !== null) await judge({ deps, pauses }, collector, outcome);
        }
      }
      await findLost(deps, jobRun);
      return {};
    },
  };
}

const isPaused = (pause: Pause | undefined, { account }: Collector, now: number): boolean =>
  pause !== undefined && pause.apiKey === account.apiKey && pause.until > now;

/** @returns null = its time has not come, or it alone is wrong. */
async function chargeOne(
  deps: CollectDeps,
  collector: Collector,
  invoice: StoredInvoice,
  jobRun: JobRun,
): Promise<Outcome<unknown> | null> {
  const key = String(invoice.id);
  const stored = await deps.storage.document(TRY_KIND, key);
  const tried = stored && triedCharge.parse(stored.body);
  const now = deps.clock.now();
  if (tried && now - tried.at < (tried.problem === '' ? GRACE_MS : WRONG_PAUSE_MS)) return null;
  const remember = (body: TriedCharge): Promise<void> =>
    jobRun.save({ put: [{ kind: TRY_KIND, key, body, replaces: null }] });
  // Stored before anything is sent: the next process knows that the charge may exist.
  await remember({ at: now, problem: '' });
  const made = await askForCharge({ deps, collector, run: jobRun }, invoice, tried !== null);
  if (!made.ok) {
    const { code, detail } = made.error;
    if (code !== 'invalid_request' && code !== 'invalid_target') return made;
    if (tried?.problem !== detail) await showProblem(deps, invoice, detail);
    await jobRun.save({ remove: [{ kind: PAYER_KIND, key: payerKey(collector, invoice), replaces: null }] });
    await remember({ at: now, problem: detail });
    return null;
  }
  await finish({ deps, collector, run: jobRun }, key, made.value);
  return made;
}

/** Gives the invoice its charge, whatever happened to it meanwhile; changes in between are checked again. */
async function finish({ deps, collector, run }: Asking, key: string, charge: ProviderCharge): Promise<void> {
  const applied = await applyCharge(deps, collector, { charge, eventId: null, version: null }, run.signal);
  if (applied !== 'later') await run.save({ remove: [{ kind: TRY_KIND, key, replaces: null }] });
}

interface Asking {
  readonly deps: CollectDeps;
  readonly collector: Collector;
  readonly run: JobRun;
}
async function askForCharge(
  asking: Asking,
  invoice: StoredInvoice,
  mayExist: boolean,
): Promise<Outcome<ProviderCharge>> {
  const { deps, collector, run } = asking;
  const payer = await payerIdOf(asking, invoice);
  if (!payer.ok) return payer;
  const today = providerToday(deps);
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
  return collector.provider.charge(request, run.signal);
}
const later = (a: CivilDate, b: CivilDate): CivilDate => (a > b ? a : b);

async function payerDetailsOf({ payerOf, log }: CollectDeps, customerId: number, signal: AbortSignal) {
  try {
    return await payerOf(customerId, signal);
  } catch (error) {
    log.warn({ err: error, customerId }, 'cannot ask who a customer is');
    return 'unknown';
  }
}

const payerKey = ({ account }: Collector, { customerId }: StoredInvoice): string =>
  `${account.owner} ${account.environment} ${customerId}`;

async function payerIdOf({ deps, collector, run }: Asking, invoice: StoredInvoice): Promise<Outcome<string>> {
  const key = payerKey(collector, invoice);
  const stored = await deps.storage.document(PAYER_KIND, key);
  if (stored) return ok(storedPayer.parse(stored.body).id);
  const details = await payerDetailsOf(deps, invoice.customerId, run.signal);
  if (details === 'unknown')
    return fail(unavailable('the tracking server cannot be asked who the customer is'));
  if (!details) return fail({ code: 'invalid_target', detail: 'there is no such customer' });
  const reference = `${collector.account.tag}-u${invoice.customerId}`;
  const made = await collector.provider.ensureCustomer({ ...details, reference }, run.signal);
  if (made.ok) await run.save({ put: [{ kind: PAYER_KIND, key, body: { id: made.value }, replaces: null }] });
  return made;
}

/** In the provider's own words, where users see the invoice. */
async function showProblem(
  { storage, clock }: CollectDeps,
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
      provider: invoice.provider,
      eventId: null,
      reason,
    },
    at: clock.now(),
  });
}

/** After trouble an issuer is left alone, longer each time; others go on. */
async function judge(
  { deps, pauses }: { readonly deps: CollectDeps; readonly pauses: Map<number, Pause> },
  { account: { owner: issuerId, apiKey } }: Collector,
  outcome: Outcome<unknown>,
): Promise<void> {
  if (outcome.ok) {
    if (pauses.delete(issuerId)) await deps.integrationStore.writeProblem(issuerId, '');
    return;
  }
  const failures = (pauses.get(issuerId)?.failures ?? 0) + 1;
  const { code, detail } = outcome.error;
  const asked = 'afterMs' in outcome.error ? (outcome.error.afterMs ?? 0) : 0;
  const first = code === 'unauthorized' ? HOUR_MS : MINUTE_MS;
  const pause = Math.max(asked, Math.min(first * 2 ** (failures - 1), DAY_MS / 4));
  pauses.set(issuerId, { until: deps.clock.now() + pause, failures, apiKey });
  deps.log.warn({ issuerId, code, detail, pauseMs: pause }, 'cannot charge by the provider of an issuer');
  if (code === 'unauthorized') await deps.integrationStore.writeProblem(issuerId, detail);
}

/** Charges that may exist for invoices that are no longer due: removed when found. */
async function findLost(deps: CollectDeps, jobRun: JobRun): Promise<void> {
  for await (const page of deps.storage.documents({ kind: TRY_KIND, prefix: '', pageSize: PAGE }))
    for (const { key, body } of page) {
      if (jobRun.signal.aborted) return;
      const invoice = await deps.storage.invoice(Number(key));
      if (invoice && isOpen(invoice.status) && invoice.charge === null) continue;
      if (deps.clock.now() - triedCharge.parse(body).at < GRACE_MS) continue;
      const collector = invoice && (await collectorOf(deps, invoice.issuerId));
      if (invoice && collector && invoice.charge === null) {
        const found = await collector.provider.find(
          referenceOf(collector.account, invoice.id),
          jobRun.signal,
        );
        if (!found.ok) continue;
        if (found.value) await finish({ deps, collector, run: jobRun }, key, found.value);
        if (found.value) continue;
      }
      await jobRun.save({ remove: [{ kind: TRY_KIND, key, replaces: null }] });
    }
}
