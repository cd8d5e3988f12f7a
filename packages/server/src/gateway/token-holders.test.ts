import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenHolders } from './token-holders.ts';

/** A tracking server that knows some tokens. */
function open(users: Map<string, number>) {
  const asked: string[] = [];
  let failure: number | null = null;
  const holders = new TokenHolders(
    async (_method, path, { authorization = '' }) => {
      asked.push(path.split('?')[0] ?? '');
      const bearer = authorization.replace('Bearer ', '');
      const id = users.get(new URLSearchParams(path.split('?')[1] ?? '').get('token') ?? bearer);
      return { status: failure ?? (id === undefined ? 401 : 200), id: id ?? 0 };
    },
    async ({ status, id }) => {
      if (status === 200) return { id };
      if (status === 401) return null;
      throw new Error(`answered ${status}`);
    },
  );
  const idOf = async (token: string) => (await holders.of(token))?.id ?? null;
  return { asked, idOf, fail: (status: number | null) => (failure = status) };
}

test('[GATE-130] a token opens one session, and is checked by reading its account after that', async () => {
  const users = new Map([['a b', 7]]);
  const { asked, idOf } = open(users);
  assert.deepEqual([await idOf('a b'), await idOf('a b'), await idOf('a b')], [7, 7, 7]);
  assert.deepEqual(asked, ['/api/session', '/api/users/7', '/api/users/7']);
});

test('[GATE-130] a token that is revoked, or is of another account, is noticed at once', async () => {
  const users = new Map([['t', 7]]);
  const { idOf } = open(users);
  assert.equal(await idOf('t'), 7);
  users.set('t', 8);
  assert.equal(await idOf('t'), 8);
  users.delete('t');
  assert.deepEqual([await idOf('t'), await idOf('t')], [null, null]);
});

test('[GATE-130] a server that fails says nothing about a token', async () => {
  const { idOf, fail } = open(new Map([['t', 7]]));
  assert.equal(await idOf('t'), 7);
  fail(503);
  await assert.rejects(idOf('t'));
  fail(null);
  assert.equal(await idOf('t'), 7);
});
