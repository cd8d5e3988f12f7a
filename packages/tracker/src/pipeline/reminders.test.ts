import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { partitionOf, type StoredEvent } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

test('[REMIND-1] what was raised last for its key is not raised again, also after a restart; a vehicle that is gone raises nothing', async () => {
  const tracker = (t = await openTestTracker({}));
  const deviceId = await tracker.addDevice('van');
  const raise = (id: number, occurrence: string) =>
    tracker.tracker.bus.ask(
      'reminders.raised',
      {
        deviceId: id,
        reminders: [{ key: 'budget:1', occurrence, type: 'budgetAlert', attributes: { percent: 80 } }],
      },
      { to: partitionOf(id) },
    );
  const count = async (): Promise<number> => {
    const found: StoredEvent[] = [];
    const query = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
    for await (const page of tracker.storage.events(query)) found.push(...page);
    return found.filter(({ type }) => type === 'budgetAlert').length;
  };
  await raise(deviceId, '2026-11 near');
  await raise(deviceId, '2026-11 near');
  assert.equal(await count(), 1);
  await tracker.restart();
  await raise(deviceId, '2026-11 near');
  assert.equal(await count(), 1);
  await raise(deviceId, '2026-11 over');
  assert.equal(await count(), 2);
  await raise(deviceId + 100, '2026-11 over');
});
