import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ArrivalShare, ArrivalView, CustomerMessages, CustomerMessageState } from '@rastro/fleet/orders';
import {
  startHttpSimulator,
  startSmtpSimulator,
  type HttpSimulator,
  type SmtpSimulator,
} from '@rastro/outgoing/testing';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import { company, makeRoute, orderOf, step } from '../../test/road-company.ts';
import type { UserClient } from '../../test/user-client.ts';

const ADDRESS = 'http://central.example';
const HOUR_MS = 3_600_000;
let both: BothKinds;
let smtp: SmtpSimulator;
let texts: HttpSimulator;
before(async () => {
  smtp = await startSmtpSimulator();
  texts = await startHttpSimulator(() => ({ status: 200 }));
  both = await startBothKinds({
    PUBLIC_URL: ADDRESS,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Central <no-reply@central.example>',
    SMS_URL: `${texts.url}/send?to={phone}&text={message}`,
  });
});
after(async () => {
  await both.close();
  await smtp.close();
  await texts.close();
});

/** A zone in which it is five in the afternoon now, whenever the test runs. */
const afternoon = (): string => {
  const ahead = ((17 - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};
const mailsTo = (to: string) =>
  smtp.mails.filter((mail) => mail.to.includes(to)).map(({ source }) => source.replaceAll(/=\r\n/g, ''));
const ALL = ['planned', 'onTheWay', 'done', 'failed'];

/** Orders of a company whose customers can be written to: two on a route under way, others on one of tomorrow. */
let companies = 0;
async function writingCompany(kind: Kind) {
  const domain = `${kind}${(companies += 1)}.example`;
  const to = (name: string): string => `${name}@${domain}`;
  const world = await company(both, kind, 0);
  const { acme, van1, van2 } = world;
  const me = await acme.client.json<{ attributes: object }>('GET', `/api/users/${acme.id}`);
  const attributes = { ...me.attributes, 'rastro.lang': 'en', timezone: afternoon() };
  await acme.client.json('PUT', `/api/users/${acme.id}`, { ...me, name: 'Silva Cargo', attributes });
  const make = async (customer: string, more: object = {}): Promise<number> => {
    const contact = { name: '', phone: '', email: to(customer) };
    const place = { latitude: -23.51, longitude: -46.6, address: 'Rua A, 1' };
    const body = { customer, place, contact, ...more };
    return (await acme.client.json<{ id: number }>('POST', '/ext/orders', body)).id;
  };
  const ids = {
    next: await make('next', { code: '4711', reference: 'NF 7' }),
    second: await make('second'),
    tomorrow: await make('tomorrow'),
    phone: await make('phone', { contact: { name: '', phone: '+55 11 99999-0000', email: '' } }),
    nobody: await make('nobody', { contact: { name: 'X', phone: '', email: '' } }),
    wrong: await make('wrong', { contact: { name: '', phone: '', email: 'no address' } }),
  };
  const begin = Date.now() - 600_000;
  const port = both.server('embedded').protocols['osmand'];
  const seconds = Math.floor(Date.now() / 1000) - 20;
  const query = `id=${van1.uniqueId}&lat=-23.505&lon=-46.6&speed=20&timestamp=${seconds}`;
  assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  const route = async (vehicle: number, orders: readonly number[], at: number): Promise<void> => {
    const beginsAt = new Date(at).toISOString();
    await makeRoute(acme.client, vehicle, orders, { day: beginsAt.slice(0, 10), beginsAt });
  };
  await route(van1.id, [ids.next, ids.second], begin);
  await route(van2.id, [ids.tomorrow, ids.phone, ids.nobody, ids.wrong], Date.now() + 15 * HOUR_MS);
  return { ...world, ids, to };
}
const settingsOf = (client: UserClient, body?: object) =>
  client.json<CustomerMessageState>(body ? 'PUT' : 'GET', '/ext/orders/messages', body);
const messagesOf = async (client: UserClient, id: number) =>
  (await client.json<CustomerMessages>('GET', `/ext/orders/${id}/messages`)).messages;

// Both wait for the same turns of a job.
describe('messages', { concurrency: true }, () => {
  for (const kind of KINDS)
    describe(`${kind} server`, { concurrency: true }, () => {
      test('[CUSTMSG-4] customers are written to once when their order is planned, near, done or failed', async () => {
        const { acme, ids, to } = await writingCompany(kind);
        const { client } = acme;
        assert.deepEqual((await settingsOf(client)).moments, [], 'nobody is written to by itself');
        const state = await settingsOf(client, { moments: ALL, usesText: true });
        assert.deepEqual(
          [state.canMail, state.canText, state.hasLink, state.mayShare],
          [true, true, true, true],
        );
        await eventually(() => mailsTo(to('next')).length > 0 && mailsTo(to('tomorrow')).length > 0);
        const [near = ''] = mailsTo(to('next'));
        for (const part of ['From: "Silva Cargo" <no-reply@central.example>', 'on our way', 'NF 7', '4711'])
          assert.ok(near.includes(part) || near.includes(part.replaceAll('"', '')), `${part}\n${near}`);
        const [, token = ''] = /central\.example\/arrival\/([\w-]{32})/.exec(near) ?? [];
        const reply = await fetch(`${both.urlOf(kind)}/ext/arrival`, {
          headers: { 'x-arrival-token': token },
        });
        const view: ArrivalView = JSON.parse(await reply.text());
        assert.deepEqual([view.customer, view.state], ['next', 'onTheWay']);
        assert.match(mailsTo(to('tomorrow'))[0] ?? '', /is planned for \w+day, \w+ \d+ between/);
        await eventually(async () => (await messagesOf(client, ids.phone)).length > 0);
        const [text = ''] = texts.requests.map(({ target }) => decodeURIComponent(target)).slice(-1);
        assert.match(text, /to=\+5511999990000&text=Silva Cargo: Your order is planned for .*\/arrival\//);
        await eventually(async () => (await messagesOf(client, ids.wrong)).length > 0);
        const [wrong] = await messagesOf(client, ids.wrong);
        assert.deepEqual([wrong?.moment, wrong?.channel, wrong?.failure !== ''], ['planned', 'mail', true]);
        assert.deepEqual(await messagesOf(client, ids.nobody), []);
        assert.deepEqual(mailsTo(to('second')), [], 'the vehicle goes to another one first');

        await step(client, ids.next, 'done');
        await step(client, ids.tomorrow, 'fail', { reason: 'closed' });
        await eventually(() => mailsTo(to('next')).length > 1 && mailsTo(to('second')).length > 0);
        await eventually(() => mailsTo(to('tomorrow')).length > 1);
        assert.deepEqual([mailsTo(to('next')).length, mailsTo(to('tomorrow')).length], [2, 2], 'each once');
        const sent = await messagesOf(client, ids.next);
        assert.deepEqual(
          sent.map(({ moment, channel, failure }) => [moment, channel, failure]),
          [
            ['onTheWay', 'mail', ''],
            ['done', 'mail', ''],
          ],
        );
        assert.match(mailsTo(to('tomorrow'))[1] ?? '', /could not be done/);
        assert.equal(mailsTo(to('next'))[1]?.includes('/arrival/'), false, 'nothing arrives any more');
      });

      test('[CUSTMSG-5] settings belong to the company, need the right to share, and links that were ended stay so', async () => {
        const { root, acme, dispatcher, ids, to } = await writingCompany(kind);
        const stranger = await both.account(kind, root, 'stranger');
        assert.equal((await stranger.client.call('GET', `/ext/orders/${ids.next}/messages`)).status, 404);
        // Somebody has ended the links of this order: the message comes without one.
        const path = `/ext/orders/${ids.next}/arrival`;
        await acme.client.json('POST', path, {});
        assert.equal((await acme.client.call('DELETE', path)).status, 204);
        await settingsOf(dispatcher.client, { moments: ['onTheWay'], showsDriver: true });
        assert.deepEqual((await settingsOf(acme.client)).moments, ['onTheWay'], 'of the whole company');
        assert.deepEqual((await settingsOf(stranger.client)).moments, []);
        assert.equal(
          (await acme.client.call('PUT', '/ext/orders/messages', { moments: ['lunch'] })).status,
          400,
        );
        await eventually(() => mailsTo(to('next')).length > 0);
        assert.equal(mailsTo(to('next'))[0]?.includes('/arrival/'), false);
        assert.equal((await acme.client.json<ArrivalShare>('GET', path)).isShared, false);
        assert.equal((await orderOf(acme.client, ids.next)).state, 'assigned');
        assert.equal((await acme.client.call('DELETE', `/ext/orders/${ids.next}`)).status, 204);
        assert.equal((await acme.client.call('GET', `/ext/orders/${ids.next}/messages`)).status, 404);
      });
    });
});
