import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startHttpSimulator, type HttpSimulator } from './testing/http-simulator.ts';
import { createSafeFetch } from './safe-fetch.ts';
import { createSmsGateway } from './sms-gateway.ts';

let simulator: HttpSimulator;
before(async () => {
  simulator = await startHttpSimulator(() => ({ status: 200 }));
});
after(() => simulator.close());
const TEXT = { phone: '+55 11', message: 'a&b "c" <d>\né' };

async function sent(template: string, path = '/') {
  const options = { url: `${simulator.url}${path}`, template, headers: { 'x-key': 'k' } };
  const gateway = createSmsGateway(options, createSafeFetch({ allowPrivate: true, timeoutMs: 5000 }));
  const outcome = await gateway.send(TEXT, new AbortController().signal);
  assert.ok(outcome.ok);
  const request = simulator.requests.at(-1);
  assert.equal(request?.headers['x-key'], 'k');
  return { ...request, type: request.headers['content-type'], text: request.body.toString('utf8') };
}

test('[MAIL-17] a text message is written safely into a form, JSON, XML or the address', async () => {
  const form = await sent('to={phone}&text={message}');
  assert.match(form.type ?? '', /^application\/x-www-form-urlencoded/);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(form.text)), {
    to: TEXT.phone,
    text: TEXT.message,
  });
  const json = await sent(' [{"to":"{phone}","text":"{message}"}]');
  assert.match(json.type ?? '', /^application\/json/);
  assert.deepEqual(JSON.parse(json.text), [{ to: TEXT.phone, text: TEXT.message }]);
  const xml = await sent('<sms to="{phone}">{message}</sms>');
  assert.match(xml.type ?? '', /^application\/xml/);
  assert.equal(xml.text, '<sms to="+55 11">a&amp;b &quot;c&quot; &lt;d&gt;\né</sms>');
  const address = await sent('', '/send?to={phone}&text={message}');
  assert.equal(address.method, 'GET');
  assert.equal(new URL(address.target ?? '', simulator.url).searchParams.get('text'), TEXT.message);
});
