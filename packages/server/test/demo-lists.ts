import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '@rastro/base';
import type { Device, FleetAlarm, MaintenanceDue, Position, ReportItems, ReportType } from '@rastro/fleet';
import { alarmContent, presenceContent, rankingContent, serviceContent } from '@rastro/fleet/figures';
import { rankingOf } from '@rastro/fleet/scores';
import { eventually } from './eventually.ts';

export interface DemoReader {
  readonly get: <T>(path: string) => Promise<T>;
  readonly report: <K extends ReportType>(type: K, query: string) => Promise<readonly ReportItems[K][]>;
}
type Figures = readonly { readonly value: number | null }[];
const valuesOf = (figures: Figures): readonly (number | null)[] => figures.map(({ value }) => value);
const iso = (at: number): string => new Date(at).toISOString();

/** Compares the widgets that have no report of their own with the lists that their numbers lead to. */
export async function compareLists(reader: DemoReader, days: number): Promise<void> {
  await compareAlarms(reader);
  await compareServices(reader);
  await comparePresence(reader);
  await compareRanking(reader, days);
}

/** Waiting alarms are events of the last 30 days, each once. */
async function compareAlarms({ get, report }: DemoReader): Promise<void> {
  const alarms = await get<readonly FleetAlarm[]>('alarms');
  const now = Date.now();
  const events = await report('events', `from=${iso(now - 30 * DAY_MS)}&to=${iso(now)}`);
  const waiting = new Set(alarms.flatMap(({ id, acknowledged }) => (acknowledged === null ? [id] : [])));
  const seen = new Set(alarms.flatMap(({ id, acknowledged }) => (acknowledged === null ? [] : [id])));
  const { figures } = alarmContent(alarms, String);
  assert.equal(figures[0]?.value, events.filter(({ id }) => waiting.has(id)).length, 'alarms waiting');
  assert.equal(seen.size, events.filter(({ id }) => seen.has(id)).length, 'alarms that were acknowledged');
  assert.ok(alarms.length > 0, 'there are alarms');
}

/** Services of all vehicles are those of each vehicle together. */
async function compareServices({ get }: DemoReader): Promise<void> {
  const all = await get<readonly MaintenanceDue[]>('services/due');
  const contentOf = (dues: readonly MaintenanceDue[]) => serviceContent(dues, String, Date.now());
  const each: MaintenanceDue[] = [];
  for (const deviceId of new Set(all.map((due) => due.deviceId)))
    // oxlint-disable-next-line no-await-in-loop -- a user is answered one after the other.
    each.push(...(await get<readonly MaintenanceDue[]>(`services/due?deviceId=${deviceId}`)));
  assert.deepEqual(valuesOf(contentOf(each).figures), valuesOf(contentOf(all).figures), 'services');
  assert.ok(all.length > 0, 'there are services');
}

/** Vehicles at a place by their last positions are those that have not left it by the report of visits. */
async function comparePresence({ get, report }: DemoReader): Promise<void> {
  const fences = await get<readonly { readonly id: number; readonly name: string }[]>('geofences');
  const sites = (count: (id: number) => number) =>
    presenceContent(
      fences.map(({ id, name }) => ({ id, name, count: count(id) })),
      [],
      0,
    ).figures;
  // Vehicles come and go while it is read.
  await eventually(async () => {
    const positions = await get<readonly Position[]>('positions');
    const listed = new Set((await get<readonly Device[]>('devices')).map(({ id }) => id));
    const now = Date.now();
    const visits = await report('geofences', `from=${iso(now - 2 * DAY_MS)}&to=${iso(now)}`);
    const inside = positions.filter(({ deviceId }) => listed.has(deviceId));
    return isDeepStrictEqual(
      sites((id) => inside.filter(({ geofenceIds }) => geofenceIds?.includes(id)).length),
      sites((id) => visits.filter(({ geofenceId, isUnderWay }) => isUnderWay && geofenceId === id).length),
    );
  });
}

/** The ranking counts each line of the report of scores once, and no driver whom the totals do not have. */
async function compareRanking({ report }: DemoReader, days: number): Promise<void> {
  const to = Date.now() - DAY_MS / 4;
  const period = `from=${iso(to - days * DAY_MS)}&to=${iso(to)}`;
  const scores = await report('scores', `${period}&by=driver`);
  const { figures } = rankingContent(rankingOf(scores));
  const named = scores.filter(({ driverUniqueId }) => driverUniqueId !== null);
  const [, ranked = null, unranked = null] = valuesOf(figures);
  if (ranked !== null) assert.equal(ranked + (unranked ?? 0), named.length, 'ranking');
  const totals = await report('totals', `${period}&by=driver`);
  const drove = new Set(totals.map(({ driverUniqueId }) => driverUniqueId));
  assert.ok(
    named.every(({ driverUniqueId }) => drove.has(driverUniqueId)),
    'drivers who drove',
  );
}
