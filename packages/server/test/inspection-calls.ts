import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@rastro/base';
import type { Device } from '@rastro/fleet';
import type {
  Checklist,
  Defect,
  DefectPage,
  DriverInspectionAnswer,
  DriverInspections,
  InspectionDetail,
  InspectionPage,
} from '@rastro/fleet/inspections';
import type { UserClient } from './user-client.ts';

/** For tests: what people and phones ask about inspections. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
export const answers = (isOk: boolean, value: number, pictures: readonly string[] = []) => [
  { itemId: 1, isOk, note: isOk ? '' : 'pedal goes down' },
  { itemId: 2, value },
  { itemId: 3, pictures },
];
export const filledIn = ({ id, revision }: Checklist, van: Device, more: object = {}) => ({
  key: randomUUID(),
  checklistId: id,
  revision,
  deviceId: van.id,
  phase: 'before',
  startedAt: ago(MINUTE_MS),
  finishedAt: ago(0),
  answers: answers(true, 5),
  ...more,
});
export const inspect = (client: UserClient, body: object) =>
  client.json<InspectionDetail>('POST', '/ext/inspections', body);
export const send = (client: UserClient, inspection: object) =>
  client.call('POST', '/ext/qr-driver/inspections', { sentAt: ago(0), inspection });
export const sent = async (client: UserClient, inspection: object): Promise<DriverInspectionAnswer> => {
  const { status, text } = await send(client, inspection);
  assert.ok(status === 200 || status === 201, text);
  return JSON.parse(text) as DriverInspectionAnswer;
};
export const given = (client: UserClient) =>
  client.json<DriverInspections>('GET', '/ext/qr-driver/inspections');
export const checkIn = (client: UserClient, id: number, more: object = {}) =>
  client.call('POST', '/ext/qr-driver', { id, ...more });
export const pageOf = (client: UserClient, query = '') =>
  client.json<InspectionPage>('GET', `/ext/inspections${query}`);
export const defectsOf = async (client: UserClient, query = ''): Promise<readonly Defect[]> =>
  (await client.json<DefectPage>('GET', `/ext/defects${query}`)).defects;
export const stepBody = ({ version }: Defect, kind: string, more: object = {}) => ({
  id: randomUUID(),
  version,
  kind,
  ...more,
});
export const step = (client: UserClient, defect: Defect, kind: string, more: object = {}) =>
  client.json<Defect>('POST', `/ext/defects/${defect.id}/steps`, stepBody(defect, kind, more));
export const theDefect = async (client: UserClient): Promise<Defect> =>
  (await defectsOf(client))[0] ?? assert.fail('there is no defect');
