import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock, type LimitNews, type Limits } from '@rastro/base';
import { LoginAttempts } from './login-attempts.ts';

const newAttempts = (): LoginAttempts => new LoginAttempts(systemClock);
/** Several that tell each other what they count. */
function newNodes(count: number): readonly LoginAttempts[] {
  const all: ((news: LimitNews) => void)[] = [];
  const limits: Limits = {
    join: (_name, follow) => {
      all.push(follow);
      return (news) => {
        for (const other of all) if (other !== follow) other(news);
      };
    },
  };
  return Array.from({ length: count }, () => new LoginAttempts(systemClock, limits));
}

/** One password, right or wrong. @returns whether it was checked. */
async function tryOnce(
  all: LoginAttempts,
  account: string,
  address: string,
  isRight = false,
): Promise<boolean> {
  const attempt = await all.begin(account, address);
  if (typeof attempt === 'number') return false;
  await new Promise((resolve) => setImmediate(resolve));
  if (isRight) attempt.right();
  else attempt.wrong();
  return true;
}
const many = (count: number, one: (index: number) => Promise<boolean>): Promise<boolean[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));
const passed = (all: readonly boolean[]): number => all.filter(Boolean).length;

test('[GATE-26] of four hundred wrong passwords at once ten are looked at', async () => {
  const all = newAttempts();
  assert.equal(passed(await many(400, () => tryOnce(all, 'ana', '1.1.1.1'))), 10);
  assert.equal(await tryOnce(all, 'ana', '1.1.1.1', true), false);
  assert.equal(await tryOnce(all, 'ana', '2.2.2.2', true), true, 'from elsewhere she comes in');
  assert.equal(await tryOnce(all, 'bia', '1.1.1.1', true), true, 'and others come in from there');
});

test('[GATE-26] right passwords, however many at once, close nothing', async () => {
  const all = newAttempts();
  assert.equal(passed(await many(300, () => tryOnce(all, 'ana', '1.1.1.1', true))), 300);
  assert.equal(passed(await many(1200, (i) => tryOnce(all, `user ${i}`, '1.1.1.1', true))), 1200);
  assert.equal(await tryOnce(all, 'ana', '1.1.1.1'), true);
});

test('[GATE-120] nodes count together: wrong passwords, those under way, and who signed in where', async () => {
  const [a, b] = newNodes(2);
  assert.ok(a && b);
  const results = await many(40, (i) => tryOnce(i % 2 === 0 ? a : b, 'ana', '1.1.1.1'));
  assert.equal(passed(results), 10);
  for (const node of [a, b]) assert.equal(await tryOnce(node, 'ana', '1.1.1.1', true), false);
  assert.equal(passed(await many(300, (i) => tryOnce(i % 2 === 0 ? a : b, 'eva', '1.1.1.1', true))), 300);
  await many(100, (i) => tryOnce(a, 'eva', `10.0.0.${i}`));
  assert.equal(await tryOnce(b, 'eva', '8.8.8.8', true), false);
  assert.equal(await tryOnce(b, 'eva', '1.1.1.1', true), true, 'she has signed in there, at any node');
});

test('[GATE-27] whoever guesses at an address leaves every other account one try there, and in the end none', async () => {
  const all = newAttempts();
  assert.equal(await tryOnce(all, 'known', '1.1.1.1', true), true);
  await many(100, (i) => tryOnce(all, `user ${i}`, '1.1.1.1'));
  assert.equal(await tryOnce(all, 'user 0', '1.1.1.1', true), false, 'this one was guessed at');
  assert.equal(await tryOnce(all, 'ana', '1.1.1.1', true), true, 'this one was not');
  await many(1000, (i) => tryOnce(all, `more ${i}`, '1.1.1.1'));
  assert.equal(await tryOnce(all, 'bia', '1.1.1.1', true), false);
  assert.equal(await tryOnce(all, 'known', '1.1.1.1', true), true, 'who signed in there before still does');
  assert.equal(await tryOnce(all, 'bia', '2.2.2.2', true), true);
});

test('[GATE-27] many addresses together guess an account a hundred times; its own places stay open', async () => {
  const all = newAttempts();
  await tryOnce(all, 'ana', '9.9.9.9', true);
  const results = await many(200, (i) => tryOnce(all, 'ana', `10.0.0.${i}`));
  assert.equal(passed(results), 100);
  assert.equal(await tryOnce(all, 'ana', '8.8.8.8', true), false);
  assert.equal(await tryOnce(all, 'ana', '9.9.9.9', true), true);
});

test('[GATE-26] a server in trouble counts against nobody', async () => {
  const all = newAttempts();
  for (let i = 0; i < 30; i++) {
    const attempt = await all.begin('ana', '1.1.1.1');
    assert.ok(typeof attempt === 'object');
    attempt.unknown();
  }
});

test('[GATE-108] who has signed in on a line of IPv6 is known at each of its addresses', async () => {
  const all = newAttempts();
  assert.equal(await tryOnce(all, 'ana', '2001:db8:1:2::1', true), true);
  await many(100, (i) => tryOnce(all, 'ana', `2001:db8:2:${i}::1`));
  await many(100, (i) => tryOnce(all, 'ana', `2001:db8:3:${i}::1`));
  assert.equal(await tryOnce(all, 'ana', '2001:db8:9::1', true), false, 'the account is closed elsewhere');
  assert.equal(await tryOnce(all, 'ana', '2001:db8:1:2:ffff::9', true), true);
});
