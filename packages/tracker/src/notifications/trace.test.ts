import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { NotificationTrace } from '@rastro/fleet';
import { NotifiedUser } from '../../test/notified-user.ts';

const p = new NotifiedUser();
before(() => p.open());
after(() => p.close());
beforeEach(() => p.anotherUser());

async function trace(query = '', cookie = p.cookie): Promise<NotificationTrace> {
  const at = new Date(Date.now() - 600_000).toISOString();
  return (
    await p.t.api('GET', `/notifications/trace?deviceId=${p.deviceId}&at=${at}&type=alarm${query}`, cookie)
  ).json;
}
const rulesOf = ({ events }: NotificationTrace) =>
  events.flatMap(({ rules }) =>
    rules.map(({ reasons, channels }) => [
      reasons.join(),
      ...channels.map(({ channel, status, reason }) => [channel, status, reason].join(' ')),
    ]),
  );
const errorOf = async (query: string, cookie = p.cookie): Promise<string> => {
  const at = new Date().toISOString();
  const answer = await p.t.api('GET', `/notifications/trace?at=${at}&${query}`, cookie);
  return `${answer.status} ${answer.text.slice(0, 24)}`;
};

test('[NOTIF-400] the trace holds each rule of the user against the event: what it is not about, and what the log says', async () => {
  await p.rule({ notificators: 'mail,telegram,web' });
  await p.rule({ attributes: { alarms: 'powerCut' } });
  await p.rule({ attributes: { alarms: 'sos', geofenceIds: '77' } });
  await p.rule({ always: false });
  await p.rule({ type: 'ignitionOn' });
  await p.alarm();
  await p.settled(2);
  const traced = await trace();
  assert.deepEqual(
    [traced.reasons, traced.isCut, traced.events.map(({ type, alarm, reasons }) => [type, alarm, reasons])],
    [[], false, [['alarm', 'sos', []]]],
  );
  assert.deepEqual(rulesOf(traced), [
    ['', 'telegram skipped CHANNEL_OFF', 'mail sent ', 'web  NO_BROWSER'],
    ['ALARM'],
    ['GEOFENCE'],
    ['NOT_LINKED'],
  ]);
});

test('[NOTIF-400] without an event, a rule, sight of the vehicle or an active account, that is what it says', async () => {
  assert.deepEqual((await trace()).reasons, ['NO_EVENT']);
  await p.alarm();
  assert.deepEqual(
    (await trace()).events.map(({ reasons }) => reasons),
    [['NO_RULE']],
  );
  const administrator = await p.t.signIn(await p.t.addUser({ administrator: true }));
  const other = await p.t.addUser({ disabled: true });
  assert.deepEqual((await trace(`&userId=${other}`, administrator)).reasons, ['NO_SIGHT', 'DISABLED']);
});

test('[NOTIF-400] what happened before the rule was made, and a rule that is gone, are told apart', async () => {
  const gone = await p.rule();
  await p.alarm();
  await p.settled(1);
  await p.t.tracker.directory.linked.notification.remove(gone);
  await p.rule({ notificators: 'sms,telegram,command' });
  const traced = await trace();
  assert.deepEqual(rulesOf(traced), [
    ['', 'sms  NOT_LOGGED', 'command  NO_COMMAND', 'telegram  CHANNEL_OFF'],
    ['', 'mail sent '],
  ]);
  assert.deepEqual(
    traced.events[0]?.rules.map(({ isGone }) => isGone),
    [false, true],
  );
});

test('[NOTIF-401] one asks about oneself and those below, and about vehicles that one sees oneself; nobody else', async () => {
  const manager = await p.t.addUser({ userLimit: 5 });
  const cookie = await p.t.signIn(manager);
  const about = (userId: number, deviceId = p.deviceId) => `userId=${userId}&deviceId=${deviceId}`;
  assert.match(await errorOf(about(p.userId), cookie), /^400 User access denied/);
  await p.link('managedUser', p.userId, 'user', manager);
  assert.match(await errorOf(about(p.userId), cookie), /^400 Device access denied/);
  await p.link('device', p.deviceId, 'user', manager);
  assert.match(await errorOf(about(p.userId), cookie), /^200/);
  assert.match(await errorOf(about(manager)), /^400 User access denied/, 'nobody asks about those above');
  const customerNextDoor = await p.t.signIn(await p.t.addUser({ userLimit: 5 }));
  assert.match(await errorOf(about(p.userId), customerNextDoor), /^400 User access denied/);
  const away = await p.t.addDevice('next-door');
  assert.match(await errorOf(`deviceId=${away}`), /^400 Device access denied/);
  assert.match(await errorOf(`deviceId=${p.deviceId}&type=nonsense`), /^400 /);
  const noReports = await p.t.addUser({ disableReports: true });
  await p.link('device', p.deviceId, 'user', noReports);
  assert.match(await errorOf(`deviceId=${p.deviceId}`, await p.t.signIn(noReports)), /^400 /);
});
