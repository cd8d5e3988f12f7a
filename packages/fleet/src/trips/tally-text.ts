import type { Episode } from './stretch-segment.ts';
import type { Tally } from './reducer-state.ts';
import { DRIVING_EVENT_KINDS, EVENT_SOURCES, type EventSource } from './driving-style.ts';
import type { Part } from './part.ts';
import { point, writeAll, writePoint } from './record-text.ts';
import type { StateSink } from './state-sink.ts';
import { all, figuresIn, flag, listOf, n, oneOf, orNull, text } from './state-values.ts';
import type { Slot } from './tally.ts';

// Sums in the text of a state.

const LASTING = ['visit', 'drive', 'speeding', 'idle', ...DRIVING_EVENT_KINDS] as const;
const KINDS = [...LASTING, 'fill', 'drain', 'levelSpike', 'odometerReset', 'left-out'] as const;

function slot(value: unknown): Slot {
  const v = listOf(value, 25);
  return {
    slot: n(v[0]),
    span: n(v[1]),
    mm: n(v[2]),
    odoMm: n(v[3]),
    s: n(v[4]),
    quietS: n(v[5]),
    engineMs: n(v[6]),
    idleMs: n(v[7]),
    overspeedS: n(v[8]),
    counterMl: n(v[9]),
    counted: n(v[10]),
    levelMl: n(v[11]),
    levels: n(v[12]),
    filledMl: n(v[13]),
    drainedMl: n(v[14]),
    records: n(v[15]),
    maxKmh: n(v[16]),
    maxAt: n(v[17]),
    driver: orNull(v[18], text),
    over10S: n(v[19]),
    over20S: n(v[20]),
    over50S: n(v[21]),
    overMoreS: n(v[22]),
    watchedMm: n(v[23]),
    partlyMm: n(v[24]),
  };
}
function episode(value: unknown): Episode {
  const e = listOf(value, 9);
  return {
    kind: oneOf(e[0], KINDS),
    since: point(e[1]),
    start: point(e[2]),
    end: point(e[3]),
    goesOn: flag(e[4]),
    geofenceId: n(e[5]),
    driver: orNull(e[6], text),
    figures: figuresIn(e[7]),
    note: orNull(e[8], text),
  };
}
const source = (value: unknown): EventSource => oneOf(value, EVENT_SOURCES);
function part(value: unknown): Part {
  const p = listOf(value, 14);
  return {
    kind: oneOf(p[0], LASTING),
    since: point(p[1]),
    start: point(p[2]),
    end: point(p[3]),
    isOpen: flag(p[4]),
    isCarried: flag(p[5]),
    geofenceId: n(p[6]),
    driver: orNull(p[7], text),
    mm: n(p[8]),
    s: n(p[9]),
    topKmh: n(p[10]),
    limitKmh: n(p[11]),
    peakMs2: n(p[12]),
    source: orNull(p[13], source),
  };
}
export function tally(value: unknown): Tally {
  const t = listOf(value, 4);
  return {
    slots: all(t[0], slot),
    episodes: all(t[1], episode),
    parts: all(t[2], part),
    driver: orNull(t[3], text),
  };
}

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
