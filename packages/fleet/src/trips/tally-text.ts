import * as z from 'zod';
import type { Episode } from './stretch-segment.ts';
import type { Tally } from './reducer-state.ts';
import { DRIVING_EVENT_KINDS, EVENT_SOURCES } from './driving-style.ts';
import type { Part } from './part.ts';
import { n, point, text, writeAll, writePoint } from './record-text.ts';
import type { StateSink } from './state-sink.ts';
import type { Slot } from './tally.ts';

// Sums in the text of a state.

const LASTING = ['visit', 'drive', 'speeding', 'idle', ...DRIVING_EVENT_KINDS] as const;
const KINDS = [...LASTING, 'fill', 'drain', 'levelSpike', 'odometerReset', 'left-out'] as const;

const slot = z
  .tuple([n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, text, n, n, n, n, n, n])
  .transform((v): Slot => ({
    slot: v[0],
    span: v[1],
    mm: v[2],
    odoMm: v[3],
    s: v[4],
    quietS: v[5],
    engineMs: v[6],
    idleMs: v[7],
    overspeedS: v[8],
    counterMl: v[9],
    counted: v[10],
    levelMl: v[11],
    levels: v[12],
    filledMl: v[13],
    drainedMl: v[14],
    records: v[15],
    maxKmh: v[16],
    maxAt: v[17],
    driver: v[18],
    over10S: v[19],
    over20S: v[20],
    over50S: v[21],
    overMoreS: v[22],
    watchedMm: v[23],
    partlyMm: v[24],
  }));
const episode = z
  .tuple([z.enum(KINDS), point, point, point, z.boolean(), n, text, z.record(z.string(), n), text])
  .transform(([kind, since, start, end, goesOn, geofenceId, driver, figures, note]) => ({
    kind,
    since,
    start,
    end,
    goesOn,
    geofenceId,
    driver,
    figures,
    note,
  }));
const part = z
  .tuple([
    z.enum(LASTING),
    point,
    point,
    point,
    z.boolean(),
    z.boolean(),
    n,
    text,
    n,
    n,
    n,
    n,
    n,
    z.enum(EVENT_SOURCES).nullable(),
  ])
  .transform((p): Part => ({
    kind: p[0],
    since: p[1],
    start: p[2],
    end: p[3],
    isOpen: p[4],
    isCarried: p[5],
    geofenceId: p[6],
    driver: p[7],
    mm: p[8],
    s: p[9],
    topKmh: p[10],
    limitKmh: p[11],
    peakMs2: p[12],
    source: p[13],
  }));
export const tally = z
  .tuple([z.array(slot), z.array(episode), z.array(part), text])
  .transform(([slots, episodes, parts, driver]): Tally => ({ slots, episodes, parts, driver }));

function writeSlot(to: StateSink, v: Slot): void {
  to.open();
  to.put(v.slot);
  to.put(v.span);
  to.put(v.mm);
  to.put(v.odoMm);
  to.put(v.s);
  to.put(v.quietS);
  to.put(v.engineMs);
  to.put(v.idleMs);
  to.put(v.overspeedS);
  to.put(v.counterMl);
  to.put(v.counted);
  to.put(v.levelMl);
  to.put(v.levels);
  to.put(v.filledMl);
  to.put(v.drainedMl);
  to.put(v.records);
  to.put(v.maxKmh);
  to.put(v.maxAt);
  to.put(v.driver);
  to.put(v.over10S);
  to.put(v.over20S);
  to.put(v.over50S);
  to.put(v.overMoreS);
  to.put(v.watchedMm);
  to.put(v.partlyMm);
  to.close();
}
function writeEpisode(to: StateSink, e: Episode): void {
  to.open();
  to.put(e.kind);
  writePoint(to, e.since);
  writePoint(to, e.start);
  writePoint(to, e.end);
  to.put(e.goesOn);
  to.put(e.geofenceId);
  to.put(e.driver);
  to.map(e.figures);
  to.put(e.note);
  to.close();
}
function writePart(to: StateSink, p: Part): void {
  to.open();
  to.put(p.kind);
  writePoint(to, p.since);
  writePoint(to, p.start);
  writePoint(to, p.end);
  to.put(p.isOpen);
  to.put(p.isCarried);
  to.put(p.geofenceId);
  to.put(p.driver);
  to.put(p.mm);
  to.put(p.s);
  to.put(p.topKmh);
  to.put(p.limitKmh);
  to.put(p.peakMs2);
  to.put(p.source);
  to.close();
}
export function writeTally(to: StateSink, t: Tally): void {
  to.open();
  writeAll(to, t.slots, writeSlot);
  writeAll(to, t.episodes, writeEpisode);
  writeAll(to, t.parts, writePart);
  to.put(t.driver);
  to.close();
}
