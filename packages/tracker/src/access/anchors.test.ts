import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestTracker } from '../../test/open-test-tracker.ts';

test('[ANCHOR-7] whoever sees a vehicle sees its anchor and may raise it; a claim without a link shows nothing', async () => {
  const t = await openTestTracker();
  try {
    const boss = await t.signIn(await t.addUser({ administrator: true }));
    const ids = await Promise.all([t.addUser(), t.addUser(), t.addUser()]);
    const [owner, mate, stranger] = (await Promise.all(ids.map((id) => t.signIn(id)))) as [
      string,
      string,
      string,
    ];
    const deviceId = await t.addDevice('van');
    for (const userId of ids.slice(0, 2)) await t.api('POST', '/permissions', boss, { userId, deviceId });
    const make = async (who: string, attributes: object): Promise<number> => {
      const fence = { name: 'Anchor', area: 'CIRCLE (0 0, 150)', attributes };
      return ((await t.api('POST', '/geofences', who, fence)).json as { id: number }).id;
    };
    const anchor = await make(owner, { isAnchor: true, deviceId });
    await t.api('POST', '/permissions', owner, { deviceId, geofenceId: anchor });
    await make(stranger, { isAnchor: true, deviceId });
    const plain = await make(owner, {});
    await t.api('POST', '/permissions', owner, { deviceId, geofenceId: plain });

    const seen = async (who: string, query = ''): Promise<readonly number[]> =>
      ((await t.api('GET', `/geofences${query}`, who)).json as { id: number }[]).map(({ id }) => id);
    assert.deepEqual(await seen(owner), [anchor, plain]);
    assert.deepEqual(await seen(mate), [anchor]);
    assert.deepEqual(await seen(mate, `?deviceId=${deviceId}`), [anchor]);
    assert.ok(!(await seen(stranger)).includes(anchor));
    assert.equal((await t.api('GET', `/geofences/${plain}`, mate)).status, 400);
    assert.equal((await t.api('DELETE', `/geofences/${anchor}`, stranger)).status, 400);
    assert.equal((await t.api('DELETE', `/geofences/${anchor}`, mate)).status, 204);
    assert.deepEqual(await seen(owner), [plain]);
  } finally {
    await t.dispose();
  }
});
