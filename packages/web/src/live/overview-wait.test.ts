import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { OverviewWait } from './overview-wait.ts';

/** Whether the wait is over, once everything due has run. */
function waiting(context: TestContext) {
  context.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ['setTimeout'] });
  const wait = new OverviewWait();
  let isOver = false;
  void wait.over.then(() => {
    isOver = true;
  });
  const hasEnded = async (): Promise<boolean> => {
    await Promise.resolve();
    return isOver;
  };
  return { wait, hasEnded };
}

test('[ENGINE-21] the details wait until the page has the overview on the map', async (context) => {
  const { wait, hasEnded } = waiting(context);
  wait.came(true);
  wait.sent(false);
  wait.taken();
  assert.equal(await hasEnded(), false);
  wait.sent(true);
  assert.equal(await hasEnded(), false);
  wait.taken();
  assert.equal(await hasEnded(), true);
});

test('[ENGINE-21] a page without a map gets them all the same, and at once where there is no overview', async (context) => {
  const { wait, hasEnded } = waiting(context);
  wait.came(true);
  mock.timers.tick(1_499);
  assert.equal(await hasEnded(), false);
  mock.timers.tick(1);
  assert.equal(await hasEnded(), true);
  const without = new OverviewWait();
  without.came(false);
  await without.over;
});

test('[ENGINE-21] an overview that never comes holds nothing up', async (context) => {
  const { hasEnded } = waiting(context);
  mock.timers.tick(9_999);
  assert.equal(await hasEnded(), false);
  mock.timers.tick(1);
  assert.equal(await hasEnded(), true);
});
