import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestStore } from '../../../test/billing/made-invoices.ts';
import { forgetEvents } from './forget-events.ts';

const DAY = 86_400_000;
const signal = new AbortController().signal;

test('[COLLECT-13] messages that were worked on are forgotten after half a year, once a day; open ones stay', async (t) => {
  const { storage } = await openTestStore(t);
  const today = 1000 * DAY;
  for (const [eventId, days] of [
    ['old', 181],
    ['kept', 180],
    ['open', 400],
  ] as const)
    await storage.insertProviderEvent({
      provider: 'asaas',
      issuerId: 0,
      eventId,
      body: '{"payment":{"id":"p"}}',
      at: today - days * DAY,
    });
  for (const eventId of ['old', 'kept'])
    await storage.endProviderEvent({ provider: 'asaas', issuerId: 0, eventId });
  const job = forgetEvents(storage);
  assert.deepEqual([job.due(null, today + 5), job.due(today, today + 5)], [[today], []]);
  await job.perform(today, { signal, lease: { name: 'job', owner: 'test' }, save: async () => {} });
  const isNew = async (eventId: string): Promise<boolean> =>
    storage.insertProviderEvent({ provider: 'asaas', issuerId: 0, eventId, body: '{}', at: today });
  assert.deepEqual([await isNew('old'), await isNew('kept'), await isNew('open')], [true, false, false]);
});
