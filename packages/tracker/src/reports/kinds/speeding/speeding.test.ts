import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots, type ReportItems } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { openTestTracker } from '../../../../test/open-test-tracker.ts';
import { storedPosition } from '../../../../test/stored-position.ts';

const START = Date.UTC(2026, 2, 2, 12);
const SECOND = 1000;
const iso = (time: number): string => new Date(time).toISOString();

/** A record every 7 seconds; too fast at the fifth and the sixth. */
const drive = (deviceId: number): StoredPosition[] =>
  Array.from({ length: 12 }, (_, i) => {
    const speed = knots((i === 4 || i === 5 ? 95 : 60) / 1.852);
    return storedPosition({
      id: i + 1,
      deviceId,
      fixTime: START + i * 7 * SECOND,
      latitude: -23.5 + i * 0.001,
      speed,
      attributes: { ignition: true },
    });
  });

test('[REPORT-66] of a speeding of seconds a sheet says how long it was', async () => {
  const t = await openTestTracker();
  try {
    const userId = await t.addUser({ administrator: true, attributes: { 'rastro.lang': 'pt-BR' } });
    const cookie = await t.signIn(userId);
    const attributes = { speedLimit: 80 / 1.852 };
    const made = await t.api('POST', '/devices', cookie, { name: 'Van', uniqueId: 'van', attributes });
    const { id } = made.json as { id: number };
    await t.storage.commit({ positions: drive(id), events: [], states: [] });
    const query = `deviceId=${id}&from=${iso(START - 60 * SECOND)}&to=${iso(START + 300 * SECOND)}`;
    const { json } = await t.api('GET', `/reports/speeding?${query}`, cookie);
    const durations = (json as ReportItems['speeding'][]).map(({ duration }) => duration);
    assert.deepEqual(durations, [7 * SECOND]);
    const { text } = await t.api('GET', `/reports/speeding/csv?${query}`, cookie);
    const [heads = '', row = ''] = text.split(/\r?\n/);
    const at = heads.split(';').findIndex((head) => head.includes('Duração (min)'));
    assert.equal(row.split(';')[at], '0,1', text);
  } finally {
    await t.dispose();
  }
});
