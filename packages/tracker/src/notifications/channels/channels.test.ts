import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { Attributes } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';
import { makeCertificate } from '../../../test/providers/certificate.ts';
import {
  fcmError,
  startGoogleSimulator,
  type GoogleSimulator,
} from '../../../test/providers/google-simulator.ts';
import {
  type HttpSimulator,
  type Script,
  type SmtpSimulator,
  startHttpSimulator,
  startSmtpSimulator,
} from '@rastro/outgoing/testing';
import { startPushSimulator, type PushSimulator } from '../../../test/providers/push-simulator.ts';
import type { UserEntity } from '../../directory/directory.ts';
import { createMailer, createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import type { Message } from '../message.ts';
import { PrivateStore } from '../../access/private-store.ts';
import type { Channel, Outcome } from './channel.ts';
import { firebaseChannel } from './firebase-channel.ts';
import { NO_BRANDS } from '../../brands/brand-heads.ts';
import { userMailer } from '../../brands/user-mailer.ts';
import { mailChannel } from './mail-channel.ts';
import { isPushEndpoint, PushSubscriptions } from './push-subscriptions.ts';
import { smsChannel } from './sms-channel.ts';
import { telegramChannel } from './telegram-channel.ts';
import { saveWebhook, webhookChannel } from './webhook-channel.ts';
import { pushTo } from '../push-to.ts';
import { pushKeys, webPushChannel } from './webpush-channel.ts';

let t: TestTracker;
let privateStore: PrivateStore;
let web: HttpSimulator;
let google: GoogleSimulator;
let push: PushSimulator;
let smtp: SmtpSimulator;
let key = '';
const fetch = createSafeFetch({ allowPrivate: true, timeoutMs: 2000 });
const TELEGRAM_OK: Script = () => ({ status: 200, body: '{"ok":true,"result":{}}' });

before(async () => {
  const certificate = makeCertificate();
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
  t = await openTestTracker();
  privateStore = await PrivateStore.load(t.storage);
  web = await startHttpSimulator(TELEGRAM_OK);
  google = await startGoogleSimulator();
  push = await startPushSimulator(certificate, () => key);
  smtp = await startSmtpSimulator();
});
after(async () => {
  await t.dispose();
  await Promise.all([web.close(), google.http.close(), push.http.close(), smtp.close()]);
});
beforeEach(() => web.script(TELEGRAM_OK));

const WITH_PLACE = 'Van alarm · now\nRua A 5, Ourinhos, BR';
const MESSAGE: Message = {
  subject: 'Van alarm',
  digest: 'Van alarm · now',
  place: 'Rua A 5, Ourinhos, BR',
  mail: { subject: 'Van alarm', title: 'Van alarm', paragraphs: ['Van'], reason: 'You asked.' },
  isUrgent: true,
  link: 'https://fleet.example.com/devices/2',
  event: {
    id: 7,
    deviceId: 2,
    type: 'alarm',
    eventTime: 1,
    positionId: 3,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: {},
  },
  position: null,
  withLocation: false,
};
async function somebody(attributes: Attributes = {}): Promise<UserEntity> {
  const user = t.tracker.directory.users.get(await t.addUser({ attributes, phone: '+55 11 99999-8888' }));
  assert.ok(user);
  return user;
}
const attributesOf = (user: UserEntity): Attributes =>
  t.tracker.directory.users.get(user.id)?.attributes ?? {};
const codeOf = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.error.code);
const never = (): AbortSignal => new AbortController().signal;
/** One try at the first address, forgetting it when the channel says so, as the lane does. */
async function send(channel: Channel, user: UserEntity, message = MESSAGE): Promise<string> {
  const [target = ''] = channel.targets(user);
  const outcome = await channel.send({ user, target, message }, never());
  if (codeOf(outcome) === 'invalid_target') await channel.forget(user, target);
  return codeOf(outcome);
}

test('[PUSH-2] mail: taken, refused address, busy, away', async () => {
  const server = { host: '127.0.0.1', port: smtp.port, secure: false, login: null };
  const mailer = userMailer({
    mailer: createMailer({ server, from: 'a@b.c' }),
    brands: NO_BRANDS,
    directory: t.tracker.directory,
    publicUrl: null,
  });
  const channel = mailChannel(mailer);
  const user = await somebody();
  assert.equal(await send(channel, user), 'ok');
  assert.match(smtp.mails.at(-1)?.source ?? '', /Subject: Van alarm/);
  smtp.script('RCPT', '550 unknown');
  assert.equal(await send(channel, user), 'invalid_target');
  smtp.script('RCPT', '451 slow down');
  assert.equal(await send(channel, user), 'unavailable');
  assert.deepEqual(channel.targets({ ...user, email: 'just-a-name' }), []);
  assert.match(channel.mask('anna@example.com'), /^a…@example\.com$/);
});

test('[PUSH-3] SMS: taken, refused, limited, away, hanging; a try without an answer is not repeated', async () => {
  const options = { url: web.url, template: 'to={phone}&text={message}', headers: {} };
  const channel = smsChannel(createSmsGateway(options, fetch));
  const user = await somebody();
  assert.equal(await send(channel, user), 'ok');
  assert.equal(new URLSearchParams(web.requests.at(-1)?.body.toString()).get('text'), MESSAGE.digest);
  web.script(() => ({ status: 400 }));
  assert.equal(await send(channel, user), 'invalid_request');
  web.script(() => ({ status: 429 }));
  assert.equal(await send(channel, user), 'rate_limited');
  web.script(() => 'hang');
  assert.equal(await send(channel, user), 'unavailable');
  assert.equal(channel.repeatsUncertain, false);
  assert.deepEqual(channel.targets({ ...user, phone: null }), []);
});

test('[PUSH-4] Telegram: taken with the place, blocked, moved, limited, wrong token, hanging', async () => {
  const channel = telegramChannel({ token: '1:s3cret', url: web.url }, fetch, t.tracker.directory);
  const refused =
    (status: number, description: string, parameters: object = {}) =>
    () => ({
      status,
      body: JSON.stringify({ ok: false, error_code: status, description, parameters }),
    });
  const user = await somebody({ telegramChatId: 42, 'notificator.telegram.sendLocation': true });
  const position = { latitude: 1, longitude: 2 } as Message['position'];
  assert.equal(await send(channel, user, { ...MESSAGE, position, withLocation: true }), 'ok');
  const [message, place] = web.requests.slice(-2);
  assert.equal(message?.target, '/bot1:s3cret/sendMessage');
  assert.deepEqual(JSON.parse(String(message.body)), { chat_id: '42', text: WITH_PLACE });
  assert.deepEqual(JSON.parse(String(place?.body)), { chat_id: '42', latitude: 1, longitude: 2 });

  web.script(refused(429, 'Too Many Requests: retry after 3', { retry_after: 3 }));
  const limited = await channel.send({ user, target: '42', message: MESSAGE }, never());
  assert.ok(!limited.ok && limited.error.code === 'rate_limited' && limited.error.afterMs === 3000);
  web.script(refused(401, 'Unauthorized'));
  const wrong = await channel.send({ user, target: '42', message: MESSAGE }, never());
  assert.equal(codeOf(wrong), 'unauthorized');
  assert.doesNotMatch(JSON.stringify(wrong), /s3cret/);
  web.script(() => 'hang');
  assert.equal(await send(channel, user), 'unavailable');

  web.script(({ body }) => {
    const { chat_id } = JSON.parse(body.toString()) as { chat_id: unknown };
    return String(chat_id) === '-1001'
      ? { status: 200, body: '{"ok":true}' }
      : refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
          migrate_to_chat_id: -1001,
        })();
  });
  assert.equal(await send(channel, user), 'ok');
  assert.equal(attributesOf(user)['telegramChatId'], '-1001', 'the new id is kept');

  const blocking = await somebody({ telegramChatId: '5', language: 'pt' });
  web.script(refused(403, 'Forbidden: bot was blocked by the user'));
  assert.equal(await send(channel, blocking), 'invalid_target');
  assert.deepEqual(attributesOf(blocking), { language: 'pt' }, 'forgotten, and nothing else');
});

test('[PUSH-5] FCM: taken by one access token for many, data of texts, urgency', async () => {
  const channel = firebaseChannel(
    { account: google.account, url: google.http.url },
    { fetch, clock: systemClock, directory: t.tracker.directory },
  );
  const user = await somebody({ notificationTokens: 'tokenA, tokenB' });
  assert.deepEqual(channel.targets(user), ['tokenA', 'tokenB']);
  const given = google.tokensGiven;
  assert.deepEqual(await Promise.all([send(channel, user), send(channel, user), send(channel, user)]), [
    'ok',
    'ok',
    'ok',
  ]);
  assert.equal(google.tokensGiven, given + 1);
  const [message] = google.messages;
  assert.equal(message?.['token'], 'tokenA');
  assert.deepEqual(message['notification'], { title: MESSAGE.subject, body: WITH_PLACE });
  assert.deepEqual(message['data'], { eventId: '7', deviceId: '2', type: 'alarm' });
  assert.deepEqual(message['android'], { priority: 'high' });
  google.revoke();
  assert.equal(await send(channel, user), 'ok', 'a refused access token is renewed once');
});

test('[PUSH-6] FCM: dead phones are forgotten, limits and failures tried later, our own faults told to the operator', async () => {
  const channel = firebaseChannel(
    { account: google.account, url: google.http.url },
    { fetch, clock: systemClock, directory: t.tracker.directory },
  );
  const outcomes = [
    [() => fcmError(404, 'UNREGISTERED'), 'invalid_target'],
    [() => fcmError(400, 'INVALID_ARGUMENT'), 'invalid_target'],
    [() => fcmError(403, 'SENDER_ID_MISMATCH'), 'invalid_target'],
    [() => fcmError(400, null), 'invalid_request'],
    [() => fcmError(429, 'QUOTA_EXCEEDED'), 'rate_limited'],
    [() => fcmError(503, 'UNAVAILABLE'), 'unavailable'],
    [() => fcmError(401, 'THIRD_PARTY_AUTH_ERROR'), 'unauthorized'],
    [() => 'hang' as const, 'unavailable'],
  ] as const;
  for (const [answer, code] of outcomes) {
    google.answer(answer);
    const user = await somebody({ notificationTokens: 'dead alive' });
    assert.equal(await send(channel, user), code);
    const left = code === 'invalid_target' ? 'alive' : 'dead alive';
    assert.equal(attributesOf(user)['notificationTokens'], left, code);
  }
  google.answer(null);
  const stranger = { ...google.account, client_email: 'other@example.com' };
  const unknown = firebaseChannel(
    { account: stranger, url: google.http.url },
    { fetch, clock: systemClock, directory: t.tracker.directory },
  );
  assert.equal(await send(unknown, await somebody({ notificationTokens: 'x' })), 'unauthorized');
});

test('[PUSH-7] push to browsers: read by the browser alone, gone ones forgotten, limits and failures tried later', async () => {
  const keys = await pushKeys(privateStore);
  key = keys.publicKey;
  assert.deepEqual(await pushKeys(await PrivateStore.load(t.storage)), keys, 'made once');
  const subscriptions = new PushSubscriptions(privateStore);
  const channel = webPushChannel(keys, 'mailto:ops@example.com', {
    subscriptions,
    fetch,
    clock: systemClock,
  });
  const user = await somebody();
  await subscriptions.add(user.id, push.subscription, { userAgent: null, now: 0 });
  assert.equal(await send(channel, user), 'ok');
  assert.deepEqual(JSON.parse(push.texts.at(-1) ?? ''), {
    title: MESSAGE.subject,
    body: WITH_PLACE,
    eventId: 7,
    deviceId: 2,
    type: 'alarm',
    link: MESSAGE.link,
  });
  assert.equal(push.http.requests.at(-1)?.headers['urgency'], 'high');
  assert.doesNotMatch(channel.mask(push.subscription.endpoint), /abc12/);
  const outcomes = [
    [{ status: 429, headers: { 'retry-after': '2' } }, 'rate_limited'],
    [{ status: 503 }, 'unavailable'],
    [{ status: 403 }, 'unauthorized'],
    [{ status: 413 }, 'invalid_request'],
    ['hang', 'unavailable'],
    [{ status: 410 }, 'invalid_target'],
  ] as const;
  for (const [answer, code] of outcomes) {
    push.http.script(() => answer);
    assert.equal(await send(channel, user), code);
    assert.equal(channel.targets(user).length, code === 'invalid_target' ? 0 : 1, code);
  }
  for (let i = 0; i < 25; i++)
    await subscriptions.add(
      user.id,
      { ...push.subscription, endpoint: `https://p/${i}` },
      { userAgent: null, now: i },
    );
  assert.equal(subscriptions.of(user.id).length, 20, 'browsers of one person are bounded');
});

test('[PUSH-13] words for somebody without a rule or an event reach his browsers, and lead where they say', async () => {
  const subscriptions = new PushSubscriptions(privateStore);
  const deps = { subscriptions, fetch, clock: systemClock };
  const channel = webPushChannel(await pushKeys(privateStore), 'mailto:ops@example.com', deps);
  const { id } = await somebody();
  const browsers = pushTo(channel, t.tracker.directory);
  const message = { title: 'Due today', text: 'Invoice 7', path: '/invoices' };
  assert.deepEqual([browsers.reaches(id), await browsers.send(id, message, never())], [false, 'gone']);
  await subscriptions.add(id, push.subscription, { userAgent: null, now: 0 });
  push.http.script(push.usual);
  assert.deepEqual([browsers.reaches(id), await browsers.send(id, message, never())], [true, 'sent']);
  const { title, body, link, deviceId, eventId } = JSON.parse(push.texts.at(-1) ?? '') as Record<
    string,
    unknown
  >;
  assert.deepEqual([title, body, link, deviceId, eventId], ['Due today', 'Invoice 7', '/invoices', 0, 0]);
  push.http.script(() => ({ status: 503 }));
  assert.equal(await browsers.send(id, message, never()), 'later');
  push.http.script(() => ({ status: 410 }));
  assert.deepEqual([await browsers.send(id, message, never()), browsers.reaches(id)], ['gone', false]);
  assert.equal(pushTo(null, t.tracker.directory).reaches(id), false);
});

test('[PUSH-12] when a message was last taken is known to an hour, and what former versions kept is listed', async () => {
  const subscriptions = new PushSubscriptions(privateStore);
  const { id: ownerId } = await somebody();
  const old = { endpoint: 'https://p/old', keys: push.subscription.keys };
  await subscriptions.add(ownerId, old, { userAgent: 'x'.repeat(900), now: 5 });
  const name =
    [...privateStore.of(ownerId).keys()].find((each) => each.startsWith('webpush:')) ?? assert.fail();
  await privateStore.put({ ownerId, name, value: JSON.stringify(old) });
  const [bare] = subscriptions.listed(ownerId);
  assert.deepEqual({ ...bare, id: '' }, { id: '', userAgent: null, since: null, used: null });
  const usedAt = async (now: number) => {
    await subscriptions.used(ownerId, old.endpoint, now);
    return subscriptions.listed(ownerId)[0]?.used;
  };
  const hour = 3_600_000;
  assert.deepEqual(
    [await usedAt(2 * hour), await usedAt(2 * hour + 60_000), await usedAt(3 * hour)],
    [2 * hour, 2 * hour, 3 * hour],
  );
  await subscriptions.used(ownerId, 'https://p/never', 9 * hour);
  assert.equal(subscriptions.listed(ownerId).length, 1, 'what has left does not come back');
});

test('[PUSH-8] only known push services may be named', () => {
  const hosts = ['fcm.googleapis.com', '*.push.apple.com'];
  const fits = (endpoint: string): boolean => isPushEndpoint(endpoint, hosts);
  assert.deepEqual(['https://fcm.googleapis.com/x', 'https://web.push.apple.com/x'].map(fits), [true, true]);
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://evil.fcm.googleapis.com/x',
    'https://push.apple.com.evil.org/x',
    'https://xpush.apple.com/',
    'https://u:p@fcm.googleapis.com/',
    'https://169.254.169.254/',
    'nonsense',
  ])
    assert.equal(fits(endpoint), false, endpoint);
});

test('[PUSH-9] a webhook is signed with time and secret; refused, limited, away and hanging are told apart', async () => {
  const channel = webhookChannel(privateStore, fetch, systemClock);
  const user = await somebody();
  assert.deepEqual(channel.targets(user), []);
  const secret = 'a-long-shared-secret';
  await saveWebhook(privateStore, user.id, { url: `${web.url}/hook`, secret });
  assert.equal(await send(channel, user), 'ok');
  const request = web.requests.at(-1);
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request?.headers['x-signature'])) ?? [];
  assert.equal(
    createHmac('sha256', secret).update(`${seconds}.${request?.body.toString()}`).digest('hex'),
    signature,
  );
  assert.ok(Math.abs(Number(seconds) * 1000 - Date.now()) < 60_000);
  const body = JSON.parse(String(request?.body)) as {
    event: { id: number; eventTime: string };
    message: string;
  };
  assert.deepEqual([body.event.id, body.message], [7, MESSAGE.digest]);
  const outcomes = [
    [{ status: 404 }, 'invalid_target'],
    [{ status: 401 }, 'unauthorized'],
    [{ status: 302, headers: { location: 'http://elsewhere' } }, 'invalid_request'],
    [{ status: 429 }, 'rate_limited'],
    [{ status: 500 }, 'unavailable'],
    ['hang', 'unavailable'],
  ] as const;
  for (const [answer, code] of outcomes) {
    web.script(() => answer);
    assert.equal(await send(channel, user), code);
    assert.equal(channel.targets(user).length, 1, 'what a person typed in stays');
  }
  const guarded = webhookChannel(
    privateStore,
    createSafeFetch({ allowPrivate: false, timeoutMs: 2000 }),
    systemClock,
  );
  const asked = web.requests.length;
  assert.equal(await send(guarded, user), 'invalid_target', 'a private address');
  assert.equal(web.requests.length, asked);
});
