import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

interface Row {
  readonly calls: readonly string[];
  readonly compared: string;
  readonly rules: readonly string[];
}
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The rows of the table in docs/compatibility.md. */
function table(): readonly Row[] {
  return readFileSync(`${ROOT}/docs/compatibility.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, calls = '', compared = '', , rules = ''] = line.split('|').map((cell) => cell.trim());
      return {
        calls: [...calls.matchAll(/`([^`]+)`/g)].map(([, call = '']) => call),
        compared,
        rules: rules.split(',').map((rule) => rule.trim()),
      };
    });
}

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

test('[COMPAT-1] the table of compatibility has every route once, and each row is backed by tests that exist', () => {
  const rows = table();
  const served = t.tracker.routes.map(({ method, path }) => `${method} ${path}`);
  const present = rows.filter(({ compared }) => compared !== 'absent').flatMap(({ calls }) => calls);
  assert.deepEqual(present.filter((call) => !call.startsWith('WebSocket')).toSorted(), served.toSorted());
  const tests = globSync(`${ROOT}/packages/{base,fleet,storage,tracker,server}/{src,test}/**/*.test.ts`)
    .concat(globSync(`${ROOT}/packages/storage/src/contract/*.ts`))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  for (const { calls, compared, rules } of rows) {
    assert.ok(['same', 'safer', 'own', 'absent'].includes(compared), `${calls[0]}: ${compared}`);
    for (const rule of rules)
      assert.ok(tests.includes(`[${rule}]`), `${calls[0]} names ${rule}, which has no test`);
  }
});

test('[COMPAT-2] what the table calls absent is answered with 404, to administrators too', async () => {
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const absent = table().filter(({ compared }) => compared === 'absent');
  assert.ok(absent.length > 3);
  for (const { calls } of absent) {
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const reply = await t.api(method, path, cookie, method === 'GET' ? undefined : {});
      assert.equal(reply.status, 404, call);
    }
  }
});
