import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

test('[NOTIF-36] what came late disturbs nobody but whose rule asks for it, however long ago it was', async (test) => {
  const { url, server } = await serveTracker(t.tracker);
  test.after(() => server.close());
  const deviceId = await t.addDevice('van');
  const { directory } = t.tracker;
  const link = (ownerId: number, propertyKind: string, propertyId: number) =>
    directory.links.change([{ ownerKind: 'user', ownerId, propertyKind, propertyId }], []);
  const [asking, plain] = [await t.addUser(), await t.addUser()];
  for (const id of [asking, plain]) await link(id, 'device', deviceId);
  const { id: ruleId } = await directory.linked.notification.create({
    attributes: { alarms: 'sos', late: true },
    description: null,
    type: 'alarm',
    always: true,
    notificators: 'web',
    commandId: 0,
    calendarId: 0,
  });
  await link(asking, 'notification', ruleId);
  const open = async (userId: number) =>
    LiveClient.open(`${url}/api/socket`, { headers: { cookie: await t.signIn(userId) } });
  const [notified, quiet] = [await open(asking), await open(plain)];
  const port = await t.port('osmand');
  const now = Math.floor(Date.now() / 1000);
  const send = async (agoS: number, more = ''): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/?id=van&lat=1&lon=2&timestamp=${now - agoS}${more}`);
    assert.equal(answer.status, 200);
  };
  await send(20);
  await send(7200, '&alarm=sos');
  await send(10, '&alarm=tow');
  const alarmsOf = (client: LiveClient) =>
    client.frames
      .flatMap(({ events }) => events ?? [])
      .filter(({ type }) => type === 'alarm')
      .map(({ attributes }) => attributes);
  await eventually(() => alarmsOf(notified).length > 0 && alarmsOf(quiet).length > 0);
  assert.deepEqual(
    alarmsOf(notified).map(({ alarm, late }) => [alarm, late]),
    [['sos', true]],
  );
  assert.deepEqual(alarmsOf(quiet), [{ alarm: 'tow' }]);
  for (const { socket } of [notified, quiet]) socket.terminate();
});
