import { createHash, timingSafeEqual } from 'node:crypto';
import { host } from '@rastro/base/host';
import { MINUTE_MS } from '@rastro/base';
import type { ProviderEvent } from '@rastro/storage';
import type { ExtensionHandler } from '../../extension-route.ts';
import type { Job } from '../../job.ts';
import { chargeIdIn } from '../providers/registry.ts';
import { applyCharge } from './apply-charge.ts';
import { collectorOf, type Collector, type CollectDeps } from './collect-deps.ts';

const PAGE = 200;

/**
 * Receives events of the provider: once each, stored before they are confirmed, processed afterwards. Callers without
 * the token of the issuer learn nothing else.
 * @param onNew Called when there is something new.
 */
export const takeProviderEvent =
  (deps: CollectDeps, onNew: () => void): ExtensionHandler<'POST /webhooks/:provider/:id'> =>
  async ({ params: { provider: name, id: issuerId }, header, body }) => {
    const account = await deps.integrationStore.payment(issuerId);
    const token = account?.provider === name ? account.webhookToken : null;
    if (!account || token === null || header === null || !isSame(token, header))
      return { status: 401, body: 'Token wrong - This address takes messages of a payment provider' };
    const { provider } = account;
    if (chargeIdIn(provider, body) !== null) {
      const event = { provider, issuerId, eventId: body.id, body: JSON.stringify(body) };
      if (await deps.storage.insertProviderEvent({ ...event, at: deps.clock.now() })) onNew();
    }
    // Any other success counts as a failure there.
    return { status: 200, body: { received: true } };
  };

/** Takes as long for any two texts. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Processes provider events. They may be old, duplicated or out of order: an event only triggers a check of its charge,
 * and the state of the charge counts. Events that cannot be checked now wait for the next run.
 */
export async function workOnEvents(deps: CollectDeps, signal: AbortSignal): Promise<void> {
  const collectors = new Map<number, Collector | null>();
  const unreachable = new Set<number>();
  const events = await deps.storage.openProviderEvents(PAGE);
  for (const [, same] of Map.groupBy(events, (event) => `${event.issuerId} ${chargeIdOf(event)}`)) {
    const [event] = same.slice(-1);
    if (!event || signal.aborted || unreachable.has(event.issuerId)) continue;
    const { issuerId } = event;
    if (!collectors.has(issuerId)) collectors.set(issuerId, await collectorOf(deps, issuerId));
    const outcome = await workOn(deps, collectors.get(issuerId) ?? null, event, signal);
    if (outcome === 'unreachable') unreachable.add(issuerId);
    if (outcome !== 'done') continue;
    for (const each of same) await deps.storage.endProviderEvent(each);
  }
}

async function workOn(
  deps: CollectDeps,
  collector: Collector | null,
  event: ProviderEvent,
  signal: AbortSignal,
): Promise<'done' | 'later' | 'unreachable'> {
  // Nobody charges by a provider any more: nothing can be asked.
  if (!collector) return 'done';
  const chargeId = chargeIdOf(event);
  const before = await deps.storage.invoiceByCharge(event.provider, chargeId);
  const now = await collector.provider.read(chargeId, signal);
  if (!now.ok) return now.error.code === 'invalid_target' ? 'done' : 'unreachable';
  const seen = { charge: now.value, eventId: event.eventId, version: before?.version ?? null };
  return (await applyCharge(deps, collector, seen, signal)) === 'later' ? 'later' : 'done';
}

const chargeIdOf = ({ provider, body }: ProviderEvent): string =>
  (provider === 'manual' ? null : chargeIdIn(provider, JSON.parse(body))) ?? '';

/** Processes events that arrived while nothing processed them. */
export const settleEvents = (deps: CollectDeps): Job => ({
  name: 'billing.events',
  everyMs: MINUTE_MS,
  due: (_done, now) => [now],
  isIdle: async () => (await deps.storage.openProviderEvents(1)).length === 0,
  perform: async (_instant, { signal }) => {
    await workOnEvents(deps, signal);
    return {};
  },
});

/** Works on messages soon after they came, one turn at a time; what it leaves, the job finds. */
export function soonAfter(deps: CollectDeps): () => void {
  let isAtIt = false;
  let isMore = false;
  const work = async (): Promise<void> => {
    isAtIt = true;
    try {
      do {
        isMore = false;
        await workOnEvents(deps, host.timeout(MINUTE_MS));
      } while (isMore);
    } catch (error) {
      deps.log.warn({ err: error }, 'messages of the payment provider wait for the next turn');
    } finally {
      isAtIt = false;
    }
  };
  return () => {
    isMore = true;
    if (!isAtIt) void work();
  };
}
