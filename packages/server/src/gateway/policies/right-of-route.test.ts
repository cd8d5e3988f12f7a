import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { hasBilling } from '@rastro/fleet';
import type { Route } from '@rastro/fleet/api';
import { Authenticator } from '../authenticator.ts';
import { connectTo, externalServer } from '../external-server.ts';
import { LoginAttempts } from '../login-attempts.ts';
import type { Gate } from './policy.ts';
import { NO_SUSPENSIONS } from '../../../test/no-suspensions.ts';
import { tierOfRoute } from './right-of-route.ts';

const tracking = externalServer(connectTo('http://127.0.0.1:9'));
const gate = (plus: boolean, billing: boolean): Gate => ({
  brand: 'rastro',
  plus,
  hasBilling: async () => billing,
  publicUrl: null,
  suspensions: NO_SUSPENSIONS,
  authenticator: new Authenticator(tracking, new LoginAttempts(systemClock)),
  storesShares: async () => true,
  tracking: { giverOf: async () => null, isOurs: true },
  commandErrorFor: async () => null,
  errorFor: async () => null,
});

test('[GATE-25] money is taken on Plus, where an administrator says so', () => {
  const taken = (plus: boolean, value: boolean | string): boolean =>
    hasBilling({ brand: 'acme', plus, serverAttributes: { 'acme.enableBilling': value } });
  assert.deepEqual([taken(true, true), taken(true, 'true')], [true, true]);
  assert.deepEqual([taken(false, true), taken(true, false)], [false, false]);
});

test('[GATE-25] a route of a tier that the installation does not have is refused, and says so', async () => {
  const statusOf = async (tier: Route['tier'], plus: boolean, billing: boolean): Promise<number | null> => {
    const route: Route = { area: 'x', summary: 'x', access: 'session', ...(tier ? { tier } : {}) };
    const error = await tierOfRoute.check({ route } as never, gate(plus, billing));
    return error?.status ?? null;
  };
  assert.equal(await statusOf('plus', false, true), 403);
  assert.equal(await statusOf('plus', true, false), null);
  assert.equal(await statusOf('billing', true, false), 403);
  assert.equal(await statusOf('billing', true, true), null);
  assert.equal(await statusOf(undefined, false, false), null);
});
