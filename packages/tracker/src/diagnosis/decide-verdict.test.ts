import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes, DiagnosisVerdict } from '@rastro/fleet';
import { ConnectionLog } from '../ingest/connection-log.ts';
import { decideVerdict, type DiagnosisSubject } from './decide-verdict.ts';
import { listFindings } from './list-findings.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 1, 12);
const QUIET = { ...new ConnectionLog().of(1), dropped: null, implausible: null, foreign: null };

/** A device that last reported two hours ago, on a server that has run for a day with nothing odd about it. */
const timedOut = (part: Partial<DiagnosisSubject> = {}, attributes: Attributes = {}): DiagnosisSubject => ({
  now: NOW,
  startedAt: NOW - 24 * HOUR,
  statusTimeoutMs: 600_000,
  status: 'unknown',
  disabled: false,
  expirationTime: null,
  lastUpdate: NOW - 2 * HOUR,
  isConnected: false,
  notes: QUIET,
  last: { protocol: 'teltonika', valid: true, fixTime: NOW - 2 * HOUR, attributes },
  alarms: [],
  peers: { recent: 10, active: 8 },
  isListening: true,
  ...part,
});
const ended = (reason: 'deviceClosed' | 'timeout' | 'networkError') => ({
  notes: { ...QUIET, ended: { at: NOW - 2 * HOUR, reason } },
});
const undecoded = { at: NOW - HOUR, reason: 'BAD_FRAME: x', count: 4 };
const alarm = (...names: string[]) => ({
  alarms: names.map((name, at) => ({ name, at: NOW - 3 * HOUR + at })),
});

const CASES: readonly (readonly [DiagnosisVerdict, DiagnosisSubject])[] = [
  ['disabled', timedOut({ disabled: true, expirationTime: NOW - HOUR })],
  ['expired', timedOut({ expirationTime: NOW, lastUpdate: null, last: null })],
  ['online', timedOut({ status: 'online', lastUpdate: NOW - 1000 })],
  ['unreadable', timedOut({ notes: { ...QUIET, undecoded } })],
  ['unreadable', timedOut({ notes: { ...QUIET, undecoded }, lastUpdate: null, last: null })],
  ['neverConnected', timedOut({ lastUpdate: null, last: null })],
  ['serverStarted', timedOut({ startedAt: NOW - 60_000 })],
  ['portClosed', timedOut({ isListening: false })],
  ['connectedSilent', timedOut({ isConnected: true })],
  ['protocolSilent', timedOut({ peers: { recent: 3, active: 0 } }, { power: 0, charge: false })],
  ['powerCut', timedOut(alarm('powerCut'))],
  ['powerCut', timedOut({}, { power: 0.4 })],
  ['powerCut', timedOut({}, { power: 0, charge: false })],
  ['tampered', timedOut(alarm('removing'))],
  ['jammed', timedOut(alarm('jamming'))],
  ['lowBattery', timedOut(alarm('lowBattery'))],
  ['lowBattery', timedOut({}, { batteryLevel: 10 })],
  ['lowBattery', timedOut({}, { battery: 3.4 })],
  ['weakSignal', timedOut({}, { rssi: 1 })],
  ['weakSignal', timedOut({}, { rssi: -109 })],
  ['asleep', timedOut(ended('timeout'), { ignition: false, motion: false })],
  ['connectionLost', timedOut(ended('timeout'), { ignition: true })],
  ['connectionLost', timedOut(ended('networkError'))],
  ['connectionClosed', timedOut(ended('deviceClosed'))],
  ['unexplained', timedOut()],
];

test('[OFFLINE-1] the first verdict that holds is the answer', () => {
  for (const [verdict, subject] of CASES) assert.equal(decideVerdict(subject), verdict);
});

test('[OFFLINE-1] a message that could be read later clears what could not', () => {
  const notes = { ...QUIET, undecoded: { ...undecoded, at: NOW - 3 * HOUR } };
  assert.equal(decideVerdict(timedOut({ notes })), 'unexplained');
});

test('[OFFLINE-2] an alarm that was taken back does not count', () => {
  assert.equal(decideVerdict(timedOut(alarm('powerCut', 'powerRestored'))), 'unexplained');
  assert.equal(decideVerdict(timedOut(alarm('powerRestored', 'powerCut'))), 'powerCut');
});

test('[OFFLINE-2] a measure of another scale says nothing', () => {
  // A lead battery at 12 V, a tracker without a wire to the vehicle, a good signal in dBm and in steps.
  for (const attributes of [
    { battery: 12.1 },
    { power: 0 },
    { rssi: -70 },
    { rssi: 21 },
    { batteryLevel: 80 },
  ]) {
    assert.equal(decideVerdict(timedOut({}, attributes)), 'unexplained', JSON.stringify(attributes));
  }
  assert.equal(decideVerdict(timedOut({ peers: { recent: 2, active: 0 } })), 'unexplained');
});

test('[OFFLINE-3] the facts carry times, measures and counts, and leave out what is not known', () => {
  const findings = listFindings(
    timedOut({ ...alarm('powerCut'), notes: { ...QUIET, undecoded } }, { power: 0, ignition: true }),
  );
  const named = Object.fromEntries(findings.map(({ kind, ...finding }) => [kind, finding]));
  const at = new Date(NOW - 2 * HOUR).toISOString();
  assert.deepEqual(named, {
    lastMessage: { at, value: null, count: null },
    undecoded: { at: new Date(NOW - HOUR).toISOString(), value: 'BAD_FRAME: x', count: 4 },
    protocol: { at: null, value: 'teltonika', count: null },
    peers: { at: null, value: 8, count: 10 },
    alarm: { at: new Date(NOW - 3 * HOUR).toISOString(), value: 'powerCut', count: null },
    power: { at, value: 0, count: null },
    ignition: { at, value: true, count: null },
  });
  assert.deepEqual(
    listFindings(timedOut({ lastUpdate: null, last: null, startedAt: NOW - HOUR })).map(({ kind }) => kind),
    [],
  );
});
