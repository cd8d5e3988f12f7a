import * as z from 'zod';
import { BOUNDARY_REASONS } from './book-piece.ts';
import type { FoldState, Pause, Stand, TraccarState, Trial } from './fold-state.ts';
import type { FuelState } from './fuel-state.ts';
import {
  mark,
  n,
  orNull,
  place,
  point,
  record,
  writeMark,
  writePlace,
  writePoint,
  writeRecord,
} from './record-text.ts';
import { tally, writeTally } from './tally-text.ts';
import { sampleOf } from './traccar.ts';

// The state of a fold as text: short, as there is one with each piece, and the same for the same state. What is
// equal here goes on equally: nothing of the state may be missing, and nothing may depend on how it came about.

const LEFT_OUT = ['nowhere', 'approximate', 'noFix', 'clockAhead', 'poorFix', 'spike'] as const;

const stand = z
  .tuple([place, z.array(place).nullable()])
  .transform(([place, fixes]): Stand => ({ place, fixes }));
const stretch = z
  .tuple([mark, z.enum(BOUNDARY_REASONS), orNull, orNull, z.boolean()])
  .transform(([start, began, engineOnAt, engineOffAt, isTow]) => ({
    start,
    began,
    engineOnAt,
    engineOffAt,
    isTow,
  }));
const trial = z
  .tuple([mark, z.enum(BOUNDARY_REASONS), n, orNull, z.boolean(), n, z.boolean(), z.boolean(), orNull, tally])
  .transform((t): Trial => ({
    start: t[0],
    why: t[1],
    waitsUntil: t[2],
    drivenAt: t[3],
    isTow: t[4],
    away: t[5],
    hasLeft: t[6],
    isFar: t[7],
    standsAt: t[8],
    tally: t[9],
  }));
const pause = z
  .tuple([mark, stand, tally])
  .transform(([start, stand, tally]): Pause => ({ start, stand, tally }));
const leftOut = z
  .tuple([point, point, z.enum(LEFT_OUT), n])
  .transform(([start, end, reason, records]) => ({ start, end, reason, records }));
const traccar = z
  .tuple([
    z.array(record),
    n,
    z.tuple([n, n, n]).nullable(),
    z.boolean(),
    z.tuple([mark, n, tally]).nullable(),
  ])
  .transform(([window, counted, anchor, motion, pending]): TraccarState => ({
    window,
    samples: window.map((one) => sampleOf(one, 0)),
    counted,
    anchor: anchor && { time: anchor[0], latitude: anchor[1], longitude: anchor[2] },
    motion,
    pending: pending && { start: pending[0], mm: pending[1], tally: pending[2] },
  }));
const change = z.enum(['fill', 'drain']);
const fuel = z
  .tuple([
    z.boolean(),
    n,
    z.array(n),
    point,
    n,
    n,
    orNull,
    point,
    n,
    n,
    n,
    z.tuple([point, point, n, z.boolean(), n, z.array(n), n, z.boolean()]).nullable(),
    z.tuple([change, point, point, n, n, z.string()]).nullable(),
  ])
  .transform((f): FuelState => ({
    isPercent: f[0],
    level: f[1],
    samples: f[2],
    lastAt: f[3],
    last: f[4],
    settling: f[5],
    movingSince: f[6],
    refAt: f[7],
    ref: f[8],
    refMm: f[9],
    refEngineMs: f[10],
    step: f[11] && {
      start: f[11][0],
      end: f[11][1],
      before: f[11][2],
      isRise: f[11][3],
      extreme: f[11][4],
      after: f[11][5],
      engineMs: f[11][6],
      isUncertain: f[11][7],
    },
    change: f[12] && {
      kind: f[12][0],
      start: f[12][1],
      end: f[12][2],
      before: f[12][3],
      after: f[12][4],
      note: f[12][5],
    },
  }));
const state = z
  .tuple([
    z.tuple([n, n, n]).nullable(),
    record.nullable(),
    z.tuple([n, n, n]).nullable(),
    z.boolean(),
    z.array(n),
    z.array(record),
    leftOut.nullable(),
    z.tuple([orNull, orNull, place.nullable()]),
    z.boolean(),
    stretch.nullable(),
    mark.nullable(),
    tally,
    stand,
    trial.nullable(),
    pause.nullable(),
    fuel.nullable(),
    traccar.nullable(),
  ])
  .transform((v): FoldState => ({
    key: v[0] && { time: v[0][0], deviceTime: v[0][1], key: v[0][2] },
    last: v[1],
    before: v[2] && { time: v[2][0], latitude: v[2][1], longitude: v[2][2] },
    lastStands: v[3],
    intervals: v[4],
    suspects: v[5],
    leftOut: v[6],
    engineOnAt: v[7][0],
    engineOffAt: v[7][1],
    engineOffPlace: v[7][2],
    isMoving: v[8],
    stretch: v[9],
    pieceStart: v[10],
    tally: v[11],
    stand: v[12],
    trial: v[13],
    pause: v[14],
    fuel: v[15],
    traccar: v[16],
  }));

/** @throws when the text is none of ours. */
export const readState = (text: string): FoldState => state.parse(JSON.parse(text));

export const writeState = (s: FoldState): string =>
  JSON.stringify([
    s.key && [s.key.time, s.key.deviceTime, s.key.key],
    s.last && writeRecord(s.last),
    s.before && [s.before.time, s.before.latitude, s.before.longitude],
    s.lastStands,
    s.intervals,
    s.suspects.map(writeRecord),
    s.leftOut && [
      writePoint(s.leftOut.start),
      writePoint(s.leftOut.end),
      s.leftOut.reason,
      s.leftOut.records,
    ],
    [s.engineOnAt, s.engineOffAt, s.engineOffPlace && writePlace(s.engineOffPlace)],
    s.isMoving,
    s.stretch && [
      writeMark(s.stretch.start),
      s.stretch.began,
      s.stretch.engineOnAt,
      s.stretch.engineOffAt,
      s.stretch.isTow,
    ],
    s.pieceStart && writeMark(s.pieceStart),
    writeTally(s.tally),
    writeStand(s.stand),
    s.trial && writeTrial(s.trial),
    s.pause && [writeMark(s.pause.start), writeStand(s.pause.stand), writeTally(s.pause.tally)],
    s.fuel && writeFuel(s.fuel),
    s.traccar && writeTraccar(s.traccar),
  ]);

const writeStand = ({ place, fixes }: Stand) => [writePlace(place), fixes && fixes.map(writePlace)];
const writeTrial = (t: Trial) => [
  writeMark(t.start),
  t.why,
  t.waitsUntil,
  t.drivenAt,
  t.isTow,
  t.away,
  t.hasLeft,
  t.isFar,
  t.standsAt,
  writeTally(t.tally),
];
const writeTraccar = ({ window, counted, anchor, motion, pending }: TraccarState) => [
  window.map(writeRecord),
  counted,
  anchor && [anchor.time, anchor.latitude, anchor.longitude],
  motion,
  pending && [writeMark(pending.start), pending.mm, writeTally(pending.tally)],
];

const writeFuel = ({ step, change, ...f }: FuelState) => [
  f.isPercent,
  f.level,
  f.samples,
  writePoint(f.lastAt),
  f.last,
  f.settling,
  f.movingSince,
  writePoint(f.refAt),
  f.ref,
  f.refMm,
  f.refEngineMs,
  step && [
    writePoint(step.start),
    writePoint(step.end),
    step.before,
    step.isRise,
    step.extreme,
    step.after,
    step.engineMs,
    step.isUncertain,
  ],
  change && [
    change.kind,
    writePoint(change.start),
    writePoint(change.end),
    change.before,
    change.after,
    change.note,
  ],
];
