import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type { AskOutside } from '../outside.ts';
import { postcodes, type PostcodeOptions } from './postcode.ts';

/** Stands for ViaCEP. @source docs/reference/integrations.md §7.1 */
const SE = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
};
const ANSWERS: Readonly<Record<string, { readonly status?: number; readonly body: string }>> = {
  '01001000': { body: JSON.stringify(SE) },
  // A whole town has one.
  '18170000': {
    body: JSON.stringify({ ...SE, cep: '18170-000', logradouro: '', bairro: '', localidade: 'Piedade' }),
  },
  '99999999': { body: '{"erro": "true"}' },
  '99999998': { body: '{"erro": true}' },
  '11111111': { status: 400, body: '<h1>Bad Request</h1>' },
  '22222222': { body: '<html>Blocked</html>' },
  '33333333': { status: 404, body: 'Not Found' },
  '44444444': { body: JSON.stringify(SE) },
  '55555555': { body: JSON.stringify({ ...SE, cep: '55555-555', logradouro: 7, bairro: 'x'.repeat(5000) }) },
  '66666666': { body: '[]' },
};
let server: Server;
let base: string;
let asked: string[] = [];
let at = 0;
before(async () => {
  server = createServer((request, response) => {
    const code = request.url?.split('/')[2] ?? '';
    asked.push(request.url ?? '');
    // Never answers.
    if (code === '77777777') return;
    const { status = 200, body } = ANSWERS[code] ?? { status: 500, body: '' };
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  at = 1_000_000;
});

const ask: AskOutside = async (url) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(200) });
    return { status: response.status, body: await response.text() };
  } catch {
    return null;
  }
};
function open(part: Partial<PostcodeOptions> = {}) {
  const answer = postcodes({
    url: `${base}/ws/{code}/json/`,
    ask,
    waitSeconds: () => 0,
    now: () => at,
    ...part,
  });
  return async (code: string, id = 1) => {
    const { status, body } = await answer({ params: { code }, caller: { id } });
    return status === 200 ? body : status;
  };
}
const FOUND = { postcode: '01001000', street: 'Praça da Sé', district: 'Sé', city: 'São Paulo', state: 'SP' };

test('[POSTCODE-1] a postcode says street, district, city and state, however it is written', async () => {
  const find = open();
  for (const code of ['01001-000', '01001000', ' 01.001-000 ']) assert.deepEqual(await find(code), FOUND);
  assert.deepEqual(await find('18170000'), {
    ...FOUND,
    postcode: '18170000',
    street: '',
    district: '',
    city: 'Piedade',
  });
  for (const wrong of ['', '1234567', '123456789', 'abcdefgh', '0100100/'])
    assert.equal(await find(wrong), 400);
  assert.deepEqual(asked, ['/ws/01001000/json/', '/ws/18170000/json/']);
});

test('[POSTCODE-2] unknown, slow, broken or off: no word, and the form is left alone', async () => {
  const find = open();
  for (const code of [
    '99999999',
    '99999998',
    '11111111',
    '22222222',
    '33333333',
    '44444444',
    '66666666',
    '77777777',
    '88888888',
  ])
    assert.equal(await find(code), 204, code);
  const odd = (await find('55555555')) as typeof FOUND;
  assert.deepEqual([odd.street, odd.district.length], ['', 200], 'what is no text, or too long');
  assert.equal(await open({ url: null })('01001000'), 204);
});

test('[POSTCODE-3] answers are remembered for a month, failures for ten minutes', async () => {
  const find = open();
  await Promise.all([find('01001000'), find('01001-000', 2)]);
  at += 29 * 86_400_000;
  await find('01001000');
  assert.equal(asked.length, 1);
  at += 2 * 86_400_000;
  await find('01001000');
  assert.equal(asked.length, 2);
  asked = [];
  await find('99999999');
  await find('99999999');
  assert.equal(asked.length, 1);
  at += 600_000;
  await find('99999999');
  assert.equal(asked.length, 2);
});

test('[POSTCODE-4] who asks too often is told to wait, and nothing is asked outside', async () => {
  const find = open({ waitSeconds: (id) => (id === 1 ? 30 : 0) });
  assert.equal(await find('01001000'), 429);
  assert.equal(asked.length, 0);
  assert.deepEqual(await find('01001000', 2), FOUND);
});
