import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { runServer, type RunningServer } from '../../run-server.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { cookieOf, startTrackingStub, type TrackingStub } from '../../../test/tracking-stub.ts';

let stub: TrackingStub;
let server: RunningServer;
before(async () => {
  stub = await startTrackingStub({});
  const environment = { PORT: '0', HOST: '127.0.0.1', TRACKING_SERVER_URL: stub.url, DATA_DIR: stub.folder };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
});
after(async () => {
  await server.close();
  stub.close();
});

test('[GATE-401] settings of scores are for those who manage users, whatever else may be written of a group', async () => {
  const group = { id: 7, name: 'Company', attributes: { 'score.settings': '1 100 3 300' } };
  stub.save('/api/groups', group);
  const put = async (who: object, attributes: object): Promise<number> => {
    const headers = {
      cookie: cookieOf({ id: 1, administrator: false, attributes: {}, ...who }),
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ ...group, attributes });
    return (await fetch(`${server.url}/api/groups/7`, { method: 'PUT', headers, body })).status;
  };
  const easier = { 'score.settings': '1 100 3 300 braking=0/6' };
  const plain = { userLimit: 0 };
  assert.deepEqual([await put(plain, easier), await put(plain, {})], [403, 403], 'nor taken away');
  assert.deepEqual(
    [await put({ userLimit: 5 }, easier), await put({ administrator: true }, easier)],
    [200, 200],
  );
  assert.equal(await put(plain, { ...group.attributes, colour: 'red' }), 200, 'as it was');
});
