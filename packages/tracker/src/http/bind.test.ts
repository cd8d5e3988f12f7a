import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { TrackingKey } from '@rastro/fleet/api';
import { bindRoutes, handlers, type Handlers } from './bind.ts';

test('[ROUTE-5] a handler without a route does not compile, nor does a route without a handler; nor do they start', () => {
  // @ts-expect-error There is no such route.
  handlers({ 'GET /nothing': () => [] });
  // @ts-expect-error The other routes have no handler.
  const some: Handlers<TrackingKey> = handlers({ 'GET /server/timezones': () => [] });
  assert.throws(() => bindRoutes(Fastify(), some), /nothing answers GET \/server/);
});

test('[ROUTE-6] a handler is given what the schemas of its route read, and answers what the route says', () => {
  const some = handlers({
    'GET /devices/:id/traffic': ({ params, query }) => {
      const id: number = params.id;
      const after: number | null = query.after;
      // @ts-expect-error The route does not read this parameter.
      assert.equal(query.before, undefined);
      return { deviceId: id, until: null, after, messages: [] } as never;
    },
    // @ts-expect-error The route answers names.
    'GET /server/timezones': () => 5,
  });
  assert.equal(Object.keys(some).length, 2);
});
