import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { hasBilling } from '@rastro/fleet';
import type { Route } from '@rastro/fleet/api';
import { Door } from '../door.ts';
import { externalServer } from '../external-server.ts';
import { Guesses } from '../guesses.ts';
import type { Gate } from './policy.ts';
import { NO_STANDING } from '../../../test/no-standing.ts';
import { tierOfRoute } from './right-of-route.ts';

const tracking = externalServer('http://127.0.0.1:9');
const gate = (plus: boolean, billing: boolean): Gate => ({
  brand: 'rastro',
  plus,
  hasBilling: async () => billing,
  publicUrl: null,
  standing: NO_STANDING,
  door: new Door(tracking, new Guesses(systemClock)),
  keepsShares: async () => true,
  tracking: { giverOf: async () => null, isOurs: true },
  commandRefusalOf: async () => null,
  refusalOf: async () => null,
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
    const refusal = await tierOfRoute.check({ route } as never, gate(plus, billing));
    return refusal?.status ?? null;
  };
  assert.equal(await statusOf('plus', false, true), 403);
  assert.equal(await statusOf('plus', true, false), null);
  assert.equal(await statusOf('billing', true, false), 403);
  assert.equal(await statusOf('billing', true, true), null);
  assert.equal(await statusOf(undefined, false, false), null);
});
