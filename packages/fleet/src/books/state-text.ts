import * as z from 'zod';
import type { LatLng } from '../geometry/distance.ts';
import type { BookPoint } from './book-piece.ts';
import type { BookRecord } from './book-record.ts';
import type { FoldState, Pause, Stand, Tally, Trial } from './fold-state.ts';
import type { Mark } from './mark.ts';
import type { Part } from './parts.ts';
import type { TraccarState } from './traccar.ts';
import type { Slot } from './tally.ts';

// The state of a fold as text: short, as there is one with each piece, and the same for the same state. What is
// equal here goes on equally: nothing of the state may be missing, and nothing may depend on how it came about.

const n = z.number();
const orNull = n.nullable();
const flag = z.boolean().nullable();
const text = z.string().nullable();
const REASONS = [
  'first',
  'ignition',
  'speed',
  'displacement',
  'woke',
  'towedOrWire',
  'ignitionOff',
  'standing',
  'silence',
  'hole',
  'trackerFlag',
  'jump',
  'traccar',
] as const;
const LEFT_OUT = ['nowhere', 'approximate', 'noFix', 'clockAhead', 'poorFix', 'spike'] as const;
const LASTING = ['visit', 'drive', 'speeding', 'idle'] as const;
const KINDS = [...LASTING, 'fill', 'drain', 'levelSpike', 'odometerReset', 'left-out'] as const;

const place = z.tuple([n, n]).transform(([latitude, longitude]): LatLng => ({ latitude, longitude }));
const point = z
  .tuple([n, n, n, n, n, n])
  .transform(([id, time, deviceTime, key, latitude, longitude]): BookPoint => ({
    id,
    time,
    deviceTime,
    key,
    latitude,
    longitude,
  }));
const mark = z
  .tuple([n, n, n, n, n, n, orNull])
  .transform(([id, time, deviceTime, key, latitude, longitude, odometerM]): Mark => ({
    id,
    time,
    deviceTime,
    key,
    latitude,
    longitude,
    odometerM,
  }));
/** What is still asked of a record that is used: whether it can be is decided. */
const record = z
  .tuple([
    n,
    n,
    n,
    n,
    n,
    n,
    n,
    orNull,
    flag,
    flag,
    flag,
    orNull,
    orNull,
    orNull,
    orNull,
    orNull,
    orNull,
    text,
    z.array(n),
  ])
  .transform((r): BookRecord => ({
    id: r[0],
    time: r[1],
    deviceTime: r[2],
    key: r[3],
    serverTime: r[1],
    latitude: r[4],
    longitude: r[5],
    valid: true,
    accuracy: r[6],
    speedKmh: r[7],
    ignition: r[8],
    motion: r[9],
    onTrip: r[10],
    satellites: null,
    hdop: null,
    odometerM: r[11],
    engineMs: r[12],
    fuelL: r[13],
    fuelPercent: r[14],
    fuelUsedL: r[15],
    limitKmh: r[16],
    driver: r[17],
    geofenceIds: r[18],
    isApproximate: false,
  }));
const slot = z.tuple([n, n, n, n, n, n, n, n, n, n, n, n, n, n, n]).transform((v): Slot => ({
  slot: v[0],
  span: v[1],
  mm: v[2],
  odoMm: v[3],
  s: v[4],
  quietS: v[5],
  engineMs: v[6],
  idleMs: v[7],
  overspeedS: v[8],
  fuelMl: v[9],
  filledMl: v[10],
  drainedMl: v[11],
  records: v[12],
  maxKmh: v[13],
  maxAt: v[14],
}));
const episode = z
  .tuple([z.enum(KINDS), point, point, z.boolean(), n, text, z.record(z.string(), n), text])
  .transform(([kind, start, end, goesOn, geofenceId, driver, figures, note]) => ({
    kind,
    start,
    end,
    goesOn,
    geofenceId,
    driver,
    figures,
    note,
  }));
const part = z
  .tuple([z.enum(LASTING), point, point, z.boolean(), n, text, n, n, n, n])
  .transform((p): Part => ({
    kind: p[0],
    start: p[1],
    end: p[2],
    isOpen: p[3],
    geofenceId: p[4],
    driver: p[5],
    mm: p[6],
    s: p[7],
    topKmh: p[8],
    limitKmh: p[9],
  }));
const tally = z
  .tuple([z.array(slot), z.array(episode), z.array(part), text])
  .transform(([slots, episodes, parts, driver]): Tally => ({ slots, episodes, parts, driver }));
const stand = z
  .tuple([place, z.array(place).nullable()])
  .transform(([place, fixes]): Stand => ({ place, fixes }));
const stretch = z
  .tuple([mark, z.enum(REASONS), orNull, orNull, z.boolean()])
  .transform(([start, began, engineOnAt, engineOffAt, isTow]) => ({
    start,
    began,
    engineOnAt,
    engineOffAt,
    isTow,
  }));
const trial = z
  .tuple([mark, z.enum(REASONS), n, orNull, z.boolean(), n, z.boolean(), z.boolean(), orNull, tally])
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
    counted,
    anchor: anchor && { time: anchor[0], latitude: anchor[1], longitude: anchor[2] },
    motion,
    pending: pending && { start: pending[0], mm: pending[1], tally: pending[2] },
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
    traccar: v[15],
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
    s.traccar && writeTraccar(s.traccar),
  ]);

const writePlace = ({ latitude, longitude }: LatLng) => [latitude, longitude];
const writePoint = (p: BookPoint) => [p.id, p.time, p.deviceTime, p.key, p.latitude, p.longitude];
const writeMark = (p: Mark) => [...writePoint(p), p.odometerM];
const writeRecord = (r: BookRecord) => [
  r.id,
  r.time,
  r.deviceTime,
  r.key,
  r.latitude,
  r.longitude,
  r.accuracy,
  r.speedKmh,
  r.ignition,
  r.motion,
  r.onTrip,
  r.odometerM,
  r.engineMs,
  r.fuelL,
  r.fuelPercent,
  r.fuelUsedL,
  r.limitKmh,
  r.driver,
  r.geofenceIds,
];
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
  v.fuelMl,
  v.filledMl,
  v.drainedMl,
  v.records,
  v.maxKmh,
  v.maxAt,
];
const writeTally = (t: Tally) => [
  t.slots.map(writeSlot),
  t.episodes.map((e) => [
    e.kind,
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
    writePoint(p.start),
    writePoint(p.end),
    p.isOpen,
    p.geofenceId,
    p.driver,
    p.mm,
    p.s,
    p.topKmh,
    p.limitKmh,
  ]),
  t.driver,
];
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
