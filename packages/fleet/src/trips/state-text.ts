import * as z from 'zod';
import { BOUNDARY_REASONS } from './stretch-segment.ts';
import type { LatLng } from '../geometry/distance.ts';
import type { RecordKey } from './trip-record.ts';
import type {
  ReducerState,
  LeftOut,
  OpenStretch,
  Pause,
  Stand,
  TraccarState,
  Trial,
} from './reducer-state.ts';
import type { FuelState } from './fuel-state.ts';
import { isPacked, PackedSink, readPacked } from './packed-text.ts';
import {
  boundary,
  n,
  orNull,
  place,
  point,
  record,
  writeAll,
  writeBoundary,
  writeNumbers,
  writeOrNull,
  writePlace,
  writePoint,
  writeRecord,
} from './record-text.ts';
import { JsonSink, type StateSink } from './state-sink.ts';
import { tally, writeTally } from './tally-text.ts';
import { sampleOf } from './traccar.ts';

// The state of a reducer as text: short, as there is one with each piece, and the same for the same state. Equal texts
// continue equally: nothing of the state may be missing, and nothing may depend on how it was reached.

const LEFT_OUT = ['nowhere', 'approximate', 'noFix', 'clockAhead', 'poorFix', 'spike'] as const;

const stand = z
  .tuple([place, z.array(place).nullable()])
  .transform(([place, fixes]): Stand => ({ place, fixes }));
const stretch = z
  .tuple([boundary, z.enum(BOUNDARY_REASONS), orNull, orNull, z.boolean()])
  .transform(([start, began, engineOnAt, engineOffAt, isTow]) => ({
    start,
    began,
    engineOnAt,
    engineOffAt,
    isTow,
  }));
const trial = z
  .tuple([
    boundary,
    z.enum(BOUNDARY_REASONS),
    n,
    orNull,
    z.boolean(),
    n,
    z.boolean(),
    z.boolean(),
    orNull,
    tally,
  ])
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
  .tuple([boundary, stand, tally])
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
    z.tuple([boundary, n, tally]).nullable(),
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
    boundary.nullable(),
    tally,
    stand,
    trial.nullable(),
    pause.nullable(),
    fuel.nullable(),
    traccar.nullable(),
    z.tuple([n, z.boolean(), n, n]),
  ])
  .transform((v): ReducerState => ({
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
    recording: { steady: v[17][0], reports: v[17][1] },
    effort: { drivenMs: v[17][2], restMs: v[17][3] },
  }));

/** Reads either form. @throws when the text is in neither. */
export const readState = (text: string): ReducerState =>
  state.parse(isPacked(text) ? readPacked(text) : JSON.parse(text));

/** Writes the form stored with each piece. */
export function writeState(s: ReducerState): string {
  const to = new JsonSink();
  putState(to, s);
  return to.text();
}

/** The same, short, for what is written with each record. */
export function packState(s: ReducerState): string {
  const to = new PackedSink();
  putState(to, s);
  return to.text();
}

function putState(to: StateSink, s: ReducerState): void {
  to.open();
  writeOrNull(to, s.key, writeKey);
  writeOrNull(to, s.last, writeRecord);
  writeOrNull(to, s.before, writeMoment);
  to.put(s.lastStands);
  writeNumbers(to, s.intervals);
  writeAll(to, s.suspects, writeRecord);
  writeOrNull(to, s.leftOut, writeLeftOut);
  to.open();
  to.put(s.engineOnAt);
  to.put(s.engineOffAt);
  writeOrNull(to, s.engineOffPlace, writePlace);
  to.close();
  to.put(s.isMoving);
  writeOrNull(to, s.stretch, writeStretch);
  writeOrNull(to, s.pieceStart, writeBoundary);
  writeTally(to, s.tally);
  writeStand(to, s.stand);
  writeOrNull(to, s.trial, writeTrial);
  writeOrNull(to, s.pause, writePause);
  writeOrNull(to, s.fuel, writeFuel);
  writeOrNull(to, s.traccar, writeTraccar);
  to.open();
  to.put(s.recording.steady);
  to.put(s.recording.reports);
  to.put(s.effort.drivenMs);
  to.put(s.effort.restMs);
  to.close();
  to.close();
}

function writeKey(to: StateSink, { time, deviceTime, key }: RecordKey): void {
  to.open();
  to.put(time);
  to.put(deviceTime);
  to.put(key);
  to.close();
}
function writeMoment(to: StateSink, { time, latitude, longitude }: LatLng & { readonly time: number }): void {
  to.open();
  to.put(time);
  to.put(latitude);
  to.put(longitude);
  to.close();
}
function writeLeftOut(to: StateSink, { start, end, reason, records }: LeftOut): void {
  to.open();
  writePoint(to, start);
  writePoint(to, end);
  to.put(reason);
  to.put(records);
  to.close();
}
function writeStretch(to: StateSink, s: OpenStretch): void {
  to.open();
  writeBoundary(to, s.start);
  to.put(s.began);
  to.put(s.engineOnAt);
  to.put(s.engineOffAt);
  to.put(s.isTow);
  to.close();
}
function writeStand(to: StateSink, { place, fixes }: Stand): void {
  to.open();
  writePlace(to, place);
  if (fixes === null) to.put(null);
  else writeAll(to, fixes, writePlace);
  to.close();
}
function writePause(to: StateSink, { start, stand, tally }: Pause): void {
  to.open();
  writeBoundary(to, start);
  writeStand(to, stand);
  writeTally(to, tally);
  to.close();
}
function writeTrial(to: StateSink, t: Trial): void {
  to.open();
  writeBoundary(to, t.start);
  to.put(t.why);
  to.put(t.waitsUntil);
  to.put(t.drivenAt);
  to.put(t.isTow);
  to.put(t.away);
  to.put(t.hasLeft);
  to.put(t.isFar);
  to.put(t.standsAt);
  writeTally(to, t.tally);
  to.close();
}
function writeTraccar(to: StateSink, { window, counted, anchor, motion, pending }: TraccarState): void {
  to.open();
  writeAll(to, window, writeRecord);
  to.put(counted);
  writeOrNull(to, anchor, writeMoment);
  to.put(motion);
  writeOrNull(to, pending, writePending);
  to.close();
}
function writePending(to: StateSink, { start, mm, tally }: NonNullable<TraccarState['pending']>): void {
  to.open();
  writeBoundary(to, start);
  to.put(mm);
  writeTally(to, tally);
  to.close();
}

function writeFuel(to: StateSink, f: FuelState): void {
  to.open();
  to.put(f.isPercent);
  to.put(f.level);
  writeNumbers(to, f.samples);
  writePoint(to, f.lastAt);
  to.put(f.last);
  to.put(f.settling);
  to.put(f.movingSince);
  writePoint(to, f.refAt);
  to.put(f.ref);
  to.put(f.refMm);
  to.put(f.refEngineMs);
  writeOrNull(to, f.step, writeFuelStep);
  writeOrNull(to, f.change, writeFuelChange);
  to.close();
}
function writeFuelStep(to: StateSink, step: NonNullable<FuelState['step']>): void {
  to.open();
  writePoint(to, step.start);
  writePoint(to, step.end);
  to.put(step.before);
  to.put(step.isRise);
  to.put(step.extreme);
  writeNumbers(to, step.after);
  to.put(step.engineMs);
  to.put(step.isUncertain);
  to.close();
}
function writeFuelChange(to: StateSink, change: NonNullable<FuelState['change']>): void {
  to.open();
  to.put(change.kind);
  writePoint(to, change.start);
  writePoint(to, change.end);
  to.put(change.before);
  to.put(change.after);
  to.put(change.note);
  to.close();
}
