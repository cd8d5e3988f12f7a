import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import Fastify from 'fastify';
import { startFront } from '../test/front.ts';
import { cookieOf } from '../test/tracking-stub.ts';
import { guardShared, whenCertain, type Others } from './shared-guard.ts';

/** The others, of which the test says when something is known. */
function others() {
  const known = Promise.withResolvers<void>();
  const state = { sent: 0 };
  const found: Others = {
    certain: () => known.promise,
    sent: async () => void state.sent++,
  };
  return { found, known, state };
}
function serve(found: Others | null) {
  const app = Fastify();
  guardShared(app, found, ({ url }) => url.startsWith('/api'));
  app.all('/api/devices', async () => 'devices');
  app.get('/page', async () => 'page');
  return app;
}

test('[ROLE-35] nobody is answered by what was known before a process stood still; pages need no rights', async () => {
  const { found, known } = others();
  const app = serve(found);
  let isAnswered = false;
  const asked = app.inject('/api/devices').then((reply) => {
    isAnswered = true;
    return reply;
  });
  assert.equal((await app.inject('/page')).body, 'page');
  assert.equal(isAnswered, false);
  known.resolve();
  assert.equal((await asked).body, 'devices');
});

test('[ROLE-35] while nothing can be known the reason is said', async () => {
  const { found, known } = others();
  known.reject(new Error('the database is away'));
  const reply = await serve(found).inject('/api/devices');
  assert.deepEqual([reply.statusCode, reply.headers['retry-after']], [503, '2']);
  assert.match(reply.body, /STORAGE_UNAVAILABLE/);
});

test('[ROLE-35] a write is on its way to the others before it is answered', async () => {
  const { found, known, state } = others();
  known.resolve();
  const app = serve(found);
  await app.inject('/api/devices');
  assert.equal(state.sent, 0);
  await app.inject({ method: 'POST', url: '/api/devices' });
  assert.equal(state.sent, 1);
});

test('[ROLE-35] a write is answered once, by what the tracking server says, however long the others take', async (t) => {
  const lines: string[] = [];
  let asked = 0;
  const { app } = await startFront(t, {
    others: {
      certain: async () => {},
      // A second answer would be sooner on its way than the first.
      sent: () => new Promise((resolve) => setTimeout(resolve, asked++ === 0 ? 50 : 0)),
    },
    lines: { write: (line) => void lines.push(line) },
  });
  const reply = await app.inject({
    method: 'PUT',
    url: '/api/devices/3',
    headers: {
      cookie: cookieOf({ id: 9, administrator: true, attributes: {} }),
      'content-type': 'application/json',
    },
    payload: { id: 3, name: 'Van', uniqueId: 'van', attributes: {} },
  });
  assert.notEqual(reply.body, '');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual([asked, lines], [1, []]);
});

test('[ROLE-35] a browser that hangs up while its socket waits ends nothing but itself', async () => {
  const { found, known } = others();
  const socket = new PassThrough();
  let opened = 0;
  const opening = whenCertain(found, socket, () => void opened++);
  socket.destroy(new Error('ECONNRESET'));
  await new Promise(setImmediate);
  known.resolve();
  await opening;
  assert.equal(opened, 0);
  await whenCertain(found, new PassThrough(), () => void opened++);
  await whenCertain(null, new PassThrough(), () => void opened++);
  assert.equal(opened, 2);
  const away = others();
  away.known.reject(new Error('the database is away'));
  const refused = new PassThrough();
  await whenCertain(away.found, refused, () => void opened++);
  assert.deepEqual([opened, refused.destroyed], [2, true]);
});
