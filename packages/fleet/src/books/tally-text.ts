import * as z from 'zod';
import type { Tally } from './fold-state.ts';
import type { Part } from './parts.ts';
import { n, point, text, writePoint } from './record-text.ts';
import type { Slot } from './tally.ts';

// What was added up, in the text of a state.

const LASTING = ['visit', 'drive', 'speeding', 'idle'] as const;
const KINDS = [...LASTING, 'fill', 'drain', 'levelSpike', 'odometerReset', 'left-out'] as const;

const slot = z.tuple([n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n]).transform((v): Slot => ({
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
  .tuple([z.enum(LASTING), point, point, point, z.boolean(), z.boolean(), n, text, n, n, n, n])
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
  }));
export const tally = z
  .tuple([z.array(slot), z.array(episode), z.array(part), text])
  .transform(([slots, episodes, parts, driver]): Tally => ({ slots, episodes, parts, driver }));

const writeSlot = (v: Slot) => [
  v.slot,
  v.span,
  v.mm,
  v.odoMm,
  v.s,
  v.quietS,
  v.engineMs,
  v.idleMs,
  v.overspeedS,
  v.counterMl,
  v.counted,
  v.levelMl,
  v.levels,
  v.filledMl,
  v.drainedMl,
  v.records,
  v.maxKmh,
  v.maxAt,
];
export const writeTally = (t: Tally) => [
  t.slots.map(writeSlot),
  t.episodes.map((e) => [
    e.kind,
    writePoint(e.since),
    writePoint(e.start),
    writePoint(e.end),
    e.goesOn,
    e.geofenceId,
    e.driver,
    e.figures,
    e.note,
  ]),
  t.parts.map((p) => [
    p.kind,
    writePoint(p.since),
    writePoint(p.start),
    writePoint(p.end),
    p.isOpen,
    p.isCarried,
    p.geofenceId,
    p.driver,
    p.mm,
    p.s,
    p.topKmh,
    p.limitKmh,
  ]),
  t.driver,
];
