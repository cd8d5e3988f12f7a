import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ERROR_CODES } from '@rastro/fleet/api';
import { withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { ADVANCED_RIGHTS, type Reply, type Role } from '../../test/role-accounts.ts';
import { callOf } from '../../test/role-calls.ts';
import { startRoleServers, type RoleServers } from '../../test/role-servers.ts';
import { isRight, ROUTE_RULES, titleOf, type RouteRule } from '../../test/route-rules.ts';
import type { RunningServer } from '../run-server.ts';

const MONEY = { 'rastro.enableBilling': true };
const WITH_RIGHTS = { ...MONEY, 'rastro.enableAdvancedPerms': true };
let all: RoleServers;

/** Those that end a session or the server have tests of their own. */
const LEFT_OUT = new Set([
  'POST /api/session',
  'DELETE /api/session',
  'GET /api/session/:id',
  'POST /api/session/back',
  'POST /api/server/reboot',
  'POST /api/server/restart',
]);
const rules = ROUTE_RULES.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`));

/** Differences that are those of the two servers, not of the gateway. */
const DIFFERENT: readonly (readonly [RegExp, string])[] = [
  [/^DELETE .*:id needs|^DELETE \/api\/permissions/, 'a Traccar deletes what is not there'],
  [/^POST \/api\/permissions.* of a report/, 'there is none to link'],
  [/\/password\//, 'a Traccar says nothing about mail, and counts no attempts'],
  [/\/users\/totp/, 'one-time codes are off in a Traccar until its configuration says otherwise'],
  [/\/notifications\/test needs/, 'its channel of commands needs a saved one'],
  [/^POST \/api\/reports needs/, 'a Traccar lets those without reports schedule them'],
  [/^DELETE \/api\/positions needs/, 'a Traccar lets those who change no devices delete positions'],
  [/\/(?:events|positions)\/:id|\/media\//, 'there is none'],
];

/** Is a rule about the calls of a role at all? Another rule of the same route may be. */
function concerns(rule: RouteRule, role: Role): boolean {
  if (rule.guest === true || rule.watcher === true) return role === 'guest';
  if (rule.anchor === true) return rule.path === '/api/geofences';
  // A Traccar has no account of a guest.
  if (rule.self === true && role === 'guest') return false;
  const siblings = rules.filter(({ method, path }) => method === rule.method && path === rule.path);
  if (role === 'guest' && siblings.some(({ guest, watcher }) => guest === true || watcher === true))
    return false;
  return rule.signedIn === true || role === 'nobody' || !siblings.some(({ signedIn }) => signedIn === true);
}

/** Whether a role may use a route, as the table has it. */
function isAllowed({ access, qrDriver, ...rule }: RouteRule, role: Role, hasRights: boolean): boolean {
  if (role === 'suspended') return false;
  if (access === 'public' || (rule.signedIn === true && role === 'nobody')) return true;
  if (role === 'nobody') return false;
  if (role === 'qrDriver') return qrDriver;
  if (role === 'guest') return rule.guest === true || rule.watcher === true || access === 'session';
  if (role === 'administrator' || access === 'session') return true;
  if (access === 'brands') return role === 'reseller';
  if (!isRight(access)) return false;
  return !hasRights || (role === 'advanced' && ADVANCED_RIGHTS.includes(access));
}

const CODES: ReadonlySet<string> = new Set(ERROR_CODES);
const codeIn = (text: string): string =>
  (text.split(' - ')[0] ?? '').trim().replaceAll(/\s+/g, '_').toUpperCase();
const INTERNALS = [
  /(?:\b[a-z]\w*\.){2,}[A-Z]|[A-Z]\w+(?:Exception|Error)\b|\.java\b|\bat [\w$.]+\(/,
  /\bSQL|constraint|<html|<!doctype|JSESSIONID|node0/i,
];

/** Nothing of the server behind is in an answer: no trace, class, SQL, page or cookie, and no failure of its code. */
function assertClean({ status, text, headers }: Reply, what: string): void {
  assert.ok(status < 500 || status === 501 || status === 503, `${what}: ${status} ${text}`);
  if (status >= 400) {
    for (const internal of INTERNALS) assert.doesNotMatch(text, internal, what);
    assert.ok(!text.includes('\n'), `${what}: one line`);
    assert.ok(CODES.has(codeIn(text)), `${what}: ${status} ${text}`);
  }
  for (const name of ['server', 'x-powered-by', 'via', 'location'])
    assert.equal(headers.get(name), null, `${what}: ${name}`);
  for (const cookie of headers.getSetCookie())
    assert.match(cookie, /^JSESSIONID=[^;]*; Path=\/; HttpOnly; SameSite=Lax/);
}

const idsOf = new Map<string, number>();
/** Calls a route as a role. @returns its answer, and how often the call reached the Traccar. */
async function ask(rule: RouteRule, role: Role, server: RunningServer) {
  const clients = all.clientsOf(server);
  const client = clients.get(role);
  const editor = clients.get('administrator');
  assert.ok(client && editor);
  const key = `${server.url} ${role}`;
  if (!idsOf.has(key)) {
    const { status, text } = await client.call('GET', '/api/session');
    idsOf.set(key, status === 200 ? Number(JSON.parse(text).id) : 1);
  }
  const { method, url, sent } = await callOf(rule, idsOf.get(key) ?? 1, editor);
  all.reached.length = 0;
  const reply = await client.call(method, url, sent);
  const line = `${method} ${url.split('?')[0]}`;
  return {
    reply,
    reached: all.reached.filter((each) => /[ ?]/.test(each[line.length] ?? '') && each.startsWith(line)),
  };
}

const ADVANCED: readonly Role[] = [
  'suspended',
  'reseller',
  'user',
  'advanced',
  'qrDriver',
  'guest',
  'nobody',
];
const PLAIN: readonly Role[] = [
  'administrator',
  'manager',
  'user',
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
  'guest',
  'qrDriver',
];

describe('role × route in front of a real Traccar', { skip: withoutReference }, () => {
  before(async () => {
    all = await startRoleServers(WITH_RIGHTS);
  });
  after(() => all?.close());

  /** Checks all roles of a rule: who is rejected, what comes back, and that our own server answers alike. */
  async function check(rule: RouteRule, roles: readonly Role[], hasRights: boolean): Promise<void> {
    for (const role of roles.filter((each) => concerns(rule, each))) {
      const what = `${role}: ${titleOf(rule)}`;
      const { reply, reached } = await ask(rule, role, all.front);
      assertClean(
        reply.headers.get('content-type')?.startsWith('application/json') === true && reply.status >= 400
          ? { ...reply, text: String(JSON.parse(reply.text).error) }
          : reply,
        what,
      );
      if (!isAllowed(rule, role, hasRights)) {
        assert.ok([401, 403].includes(reply.status), `${what}: ${reply.status} ${reply.text}`);
        assert.deepEqual(reached, [], what);
        continue;
      }
      if (reply.status === 501 || role === 'guest' || DIFFERENT.some(([title]) => title.test(titleOf(rule))))
        continue;
      const { reply: own } = await ask(rule, role, all.embedded);
      assert.equal(
        reply.status < 300,
        own.status < 300,
        `${what}: ${reply.status} ${reply.text.slice(0, 200)} but ours ${own.status} ${own.text.slice(0, 200)}`,
      );
    }
  }

  for (const rule of rules)
    test(`[GATE-1] with rights by area and action: ${titleOf(rule)}`, () => check(rule, ADVANCED, true));

  test('[GATE-71] whoever has a debt signs out', async () => {
    const signedOut = await all.clientsOf(all.front).get('suspended')?.call('DELETE', '/api/session');
    assert.equal(signedOut?.status, 204);
  });

  describe('without advanced permissions', () => {
    before(async () => {
      for (const server of [all.embedded, all.front, all.bare]) {
        const administrator = all.clientsOf(server).get('administrator');
        const record = await administrator?.json<object>('GET', '/api/server');
        await administrator?.json('PUT', '/api/server', { ...record, attributes: MONEY });
        await eventually(async () => {
          const reply = await all.clientsOf(server).get('user')?.call('GET', '/api/groups');
          return reply?.status === 200;
        });
      }
    });
    for (const rule of rules) {
      test(`[GATE-1] what a Traccar itself restricts: ${titleOf(rule)}`, () => check(rule, PLAIN, false));
      test(`[GATE-111] without an account of the operator there: ${titleOf(rule)}`, async () => {
        for (const role of ['administrator', 'user'] as const) {
          if (!concerns(rule, role)) continue;
          const what = `${role}: ${titleOf(rule)}`;
          const { reply } = await ask(rule, role, all.bare);
          assertClean(reply, what);
          if (reply.status < 300 || !isAllowed(rule, role, false)) continue;
          const { reply: withToken } = await ask(rule, role, all.front);
          if (withToken.status >= 300) continue;
          assert.equal(reply.status, 501, `${what}: ${reply.text}`);
          assert.match(reply.text, /TRACKING_SERVER_TOKEN/, what);
        }
      });
    }
    test('[GATE-107] nothing of all that is an error in the log', () => {
      assert.deepEqual(all.logged, []);
    });
  });
});
