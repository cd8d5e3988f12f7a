import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { MINUTE_MS, systemClock } from '@rastro/base';
import { parseSmtpServer } from '@rastro/outgoing';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import type { Storage } from '@rastro/storage';
import { NO_OUTGOING, PLAIN_USER } from '../../test/open-test-tracker.ts';
import { dying } from '../../test/roles/dying-store.ts';
import { ApiNodes, type ApiNode } from '../../test/roles/api-nodes.ts';

const DAY_MS = 86_400_000;
const WORK = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//EN',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART:20260101T080000Z',
  'DTEND:20260101T180000Z',
  'RRULE:FREQ=DAILY',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');
let smtp: SmtpSimulator;
let nodes: ApiNodes;
let now: number;
before(async () => {
  smtp = await startSmtpSimulator({ user: 'a', password: 'b' });
});
after(() => smtp.close());
beforeEach(async () => {
  now = Date.UTC(2026, 2, 2, 7);
  nodes = await ApiNodes.start();
});
afterEach(() => nodes.dispose());

function open(wrap?: (storage: Storage) => Storage): Promise<ApiNode> {
  const server = parseSmtpServer(`smtp://a:b@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  const outgoing = { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } };
  return nodes.open({ clock: { ...systemClock, now: () => now }, outgoing }, wrap);
}
/** A report of every evening, whose first check was before the first of them. @returns its address and its outcome. */
async function planReport({ api, directory }: ApiNode) {
  const email = `${Math.random()}@example.com`;
  const user = await directory.users.create({ ...PLAIN_USER, email });
  const session = await api.credentials.issue({ purpose: 'session', userId: user.id, lifeMs: DAY_MS * 9 });
  const post = async (url: string, payload: object): Promise<number> => {
    const headers = { cookie: `JSESSIONID=${session.secret}` };
    const reply = await api.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    return reply.json<{ id: number }>().id;
  };
  await post('/devices', { name: 'Van', uniqueId: email });
  const calendarId = await post('/calendars', { name: 'Work', data: Buffer.from(WORK).toString('base64') });
  const id = await post('/reports', { type: 'summary', description: 'Evening', calendarId, attributes: {} });
  await api.mailDueReports();
  const outcome = (): string => JSON.stringify(directory.linked.report.get(id)?.attributes ?? {});
  return { arrived: () => smtp.mails.filter(({ to }) => to.includes(email)).length, outcome };
}

test('[ROLE-33] a scheduled report is mailed once, whichever nodes are at it', async () => {
  const [a, b] = [await open(), await open()];
  const { arrived } = await planReport(a);
  for (let day = 1; day <= 3; day++) {
    now += DAY_MS;
    const mailed = await Promise.all([a, b, a, b].map(({ api }) => api.mailDueReports()));
    assert.deepEqual([arrived(), mailed.reduce((sum, each) => sum + each)], [day, 1]);
  }
  assert.equal(await b.api.mailDueReports(), 0);
  assert.equal(arrived(), 3);
});

for (const [moment, outcome] of [
  ['claimed', 'mailed'],
  ['over', 'failed'],
] as const)
  test(`[ROLE-33] a node that dies before a report is ${moment} leaves it mailed once, and told`, async () => {
    const { state, wrap } = dying();
    const [a, b] = [await open(wrap), await open()];
    const report = await planReport(b);
    now += DAY_MS;
    state.diesBefore = `scheduled-reports.${moment}`;
    await a.api.mailDueReports().catch(() => {});
    assert.equal(report.arrived(), outcome === 'mailed' ? 0 : 1);
    assert.equal(await b.api.mailDueReports(), 0, 'the lease of the dead one has not run out');
    now += 2 * MINUTE_MS;
    await b.api.mailDueReports();
    assert.equal(report.arrived(), 1);
    assert.match(report.outcome(), new RegExp(outcome), 'what may have arrived is told as failed');
    now += DAY_MS;
    await b.api.mailDueReports();
    assert.equal(report.arrived(), 2);
  });
