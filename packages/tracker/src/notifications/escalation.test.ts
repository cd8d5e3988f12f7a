import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { MINUTE_MS, systemClock } from '@rastro/base';
import type { FleetAlarm } from '@rastro/fleet';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let smtp: SmtpSimulator;
let laterMs = 0;
let counter = 0;
let van: { readonly id: number; readonly uniqueId: string };
let ana: { readonly id: number; readonly email: string };
let boss: typeof ana;

before(async () => {
  smtp = await startSmtpSimulator();
  const server = { host: '127.0.0.1', port: smtp.port, secure: false, login: null };
  t = await openTestTracker({
    clock: { ...systemClock, now: () => Date.now() + laterMs },
    outgoing: { ...NO_OUTGOING, mail: { server, from: 'rastro@example.com' } },
  });
});
after(async () => {
  await t.dispose();
  await smtp.close();
});
beforeEach(async () => {
  const uniqueId = `escalation-${counter++}`;
  van = { id: await t.addDevice(uniqueId, { name: 'Van' }), uniqueId };
  [ana, boss] = [await newUser('ana'), await newUser('boss')];
});

const link = (userId: number, propertyKind: string, propertyId: number): Promise<void> =>
  t.tracker.directory.links.change([{ ownerKind: 'user', ownerId: userId, propertyKind, propertyId }], []);
async function newUser(name: string): Promise<typeof ana> {
  const email = `${name}${counter++}@example.com`;
  const id = await t.addUser({ email, attributes: { language: 'en' } });
  await link(id, 'device', van.id);
  return { id, email };
}
async function rule(attributes: object): Promise<void> {
  const { id } = await t.tracker.directory.linked.notification.create({
    attributes: { alarms: 'sos', ...attributes },
    description: null,
    type: 'alarm',
    always: true,
    notificators: 'mail',
    commandId: 0,
    calendarId: 0,
  });
  await link(ana.id, 'notification', id);
}
/** The vehicle calls for help now. @returns what waits. */
async function sos(): Promise<readonly FleetAlarm[]> {
  const seconds = Math.floor((Date.now() + laterMs) / 1000);
  const port = await t.port('osmand');
  const cookie = await t.signIn(ana.id);
  const send = (at: number, more = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/?id=${van.uniqueId}&lat=1&lon=2&timestamp=${at}${more}`);
  // An alarm that merely continues is no new one.
  await send(seconds - 1);
  await send(seconds, '&alarm=sos');
  const list = async (): Promise<readonly FleetAlarm[]> => {
    const all: readonly FleetAlarm[] = (await t.api('GET', '/alarms', cookie)).json;
    return all.filter(({ acknowledged }) => acknowledged === null);
  };
  await eventually(async () => (await list()).length > 0);
  return list();
}
const mailsTo = ({ email }: typeof ana): readonly string[] =>
  smtp.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source);

test('[ESCAL-2] after the minutes of the rule those named are told, once, also over a restart', async () => {
  await rule({ escalateMinutes: 5, escalateUsers: `${boss.id}` });
  await sos();
  await eventually(() => mailsTo(ana).length === 1);
  await t.tracker.escalate();
  laterMs += 6 * MINUTE_MS;
  await t.tracker.escalate();
  await eventually(() => mailsTo(boss).length === 1);
  assert.match(mailsTo(boss)[0] ?? '', /Subject: Not acknowledged within 5 min: Van/);
  await t.tracker.escalate();
  await t.restart();
  await t.tracker.escalate();
  laterMs += 6 * MINUTE_MS;
  await t.tracker.escalate();
  // What comes after it has been sent by then.
  await rule({ escalateMinutes: 1 });
  await t.tracker.escalate();
  await eventually(() => mailsTo(ana).length === 2);
  assert.equal(mailsTo(boss).length, 1);
});

test('[ESCAL-2] an alarm that somebody has acknowledged is not told again, nor to who does not see the vehicle', async () => {
  const stranger = { id: await t.addUser({ email: 'eva@example.com' }), email: 'eva@example.com' };
  await rule({ escalateMinutes: 5, escalateUsers: `${stranger.id},${boss.id}` });
  const [alarm] = await sos();
  const cookie = await t.signIn(boss.id);
  await t.api('POST', '/alarms/acknowledge', cookie, { eventIds: [alarm?.id] });
  laterMs += 6 * MINUTE_MS;
  await t.tracker.escalate();
  await sos();
  laterMs += 6 * MINUTE_MS;
  await t.tracker.escalate();
  await eventually(() => mailsTo(boss).length === 1);
  assert.equal(mailsTo(stranger).length, 0);
});

test('[ESCAL-3] a rule whose escalation cannot be meant is refused', async () => {
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const post = async (attributes: object): Promise<number> => {
    const body = { type: 'alarm', notificators: 'mail', attributes: { alarms: 'sos', ...attributes } };
    return (await t.api('POST', '/notifications', cookie, body)).status;
  };
  assert.equal(await post({ escalateMinutes: 5, escalateChannels: 'sms' }), 200);
  assert.equal(await post({ escalateMinutes: 0 }), 400);
  assert.equal(await post({ escalateMinutes: 5, escalateChannels: 'pigeon' }), 400);
  assert.equal(await post({ escalateUsers: 'Ana' }), 400);
});
