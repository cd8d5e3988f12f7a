import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SUMS } from '@rastro/fleet/trips';
import type { Storage } from '../port.ts';

/** Tests of how much vehicles were used. */
export function usageContract(storeOf: () => Storage): void {
  test('[SVC-3] daily totals say how much each vehicle was used between two days', async () => {
    const store = storeOf();
    const day = (of: number) => ({
      day: of,
      sums: { ...NO_SUMS, distanceM: 100, engineS: 10 },
      quarters: [],
    });
    const change = { deviceId: 3, revision: 0, replaces: null, pieces: [], replacesDays: null };
    await store.applyTrips([{ ...change, head: null, days: [day(10), day(12), day(40)], driverDays: [] }]);
    assert.deepEqual(await store.useOfDevices([3, 4], 10, 39), [
      { deviceId: 3, distanceM: 200, engineS: 20, firstDay: 10 },
    ]);
  });
}
