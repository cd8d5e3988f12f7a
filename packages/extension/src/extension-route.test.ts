import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry, Route } from '@rastro/fleet/api';
import { answerCall, type ExtensionRequest } from './extension-route.ts';

const REQUEST: ExtensionRequest = {
  params: { id: '7' },
  query: {},
  body: null,
  host: 'fleet.example.com',
  caller: null,
  address: '192.0.2.1',
  header: null,
};
const removed: Route = {
  area: 'extension',
  summary: 'Removes something',
  access: 'session',
  audit: ({ params }) => [{ actionType: 'remove', objectType: 'thing', objectId: Number(params['id']) }],
};
const key = 'DELETE /things/:id';

test('[EXTROUTE-1] a handler gets what the schemas of its route have read; what they cannot read never reaches it', async () => {
  let seen: unknown = null;
  const handler = (call: { readonly params: unknown }) => {
    seen = call.params;
    return { status: 200, body: 'done' };
  };
  const bound = { key, route: removed, handler, writeAudit: async () => {} };
  assert.equal((await answerCall(bound, REQUEST)).status, 200);
  assert.deepEqual(seen, { id: 7 });
  const refused = await answerCall(bound, { ...REQUEST, params: { id: 'x' } });
  assert.deepEqual(refused, { status: 400, body: 'Invalid data - id: is not an integer' });
});

test('[EXTROUTE-2] what was done is in the log before it is confirmed; what cannot be kept is not confirmed', async () => {
  const written: AuditEntry[] = [];
  const writeAudit = async (entries: readonly AuditEntry[]): Promise<void> => void written.push(...entries);
  const bound = { key, route: removed, handler: () => ({ status: 204, body: '' }), writeAudit };
  await answerCall(bound, REQUEST);
  assert.deepEqual(written, [{ actionType: 'remove', objectType: 'thing', objectId: 7 }]);
  await answerCall({ ...bound, handler: () => ({ status: 404, body: 'Not there' }) }, REQUEST);
  assert.equal(written.length, 1, 'a refusal did nothing');
  const full = { ...bound, writeAudit: () => Promise.reject(new Error('no room')) };
  await assert.rejects(answerCall(full, REQUEST), /no room/);
});
