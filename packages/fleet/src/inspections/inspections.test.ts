import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  blocksAt,
  byGravity,
  defectDue,
  repairsOf,
  DEFECT_STEP_KINDS,
  isForCategory,
  judgeInspection,
  MISSED_AFTER_MS,
  missedPhases,
  phasesToNotify,
  stepDefect,
  UNREPAIRED_STATES,
  type ChecklistItem,
  type Defect,
  type DefectStep,
  type DefectStepKind,
  type InspectionAnswer,
} from './index.ts';

const item = (more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  id: 1,
  text: 'Brakes work',
  kind: 'yesNo',
  isRequired: true,
  severity: 'unsafe',
  min: null,
  max: null,
  unit: '',
  ...more,
});
const answer = (more: Partial<InspectionAnswer> = {}): InspectionAnswer => ({
  itemId: 1,
  isOk: null,
  value: null,
  text: '',
  note: '',
  pictures: [],
  ...more,
});
const TREAD = item({ id: 2, kind: 'number', severity: 'major', min: 1.6, max: 20 });

test('[INSPECT-1] no, and a number beyond its limits, are defects; the gravest one is the result', () => {
  const result = (isOk: boolean, value: number) => {
    const {
      problems,
      findings,
      result: is,
    } = judgeInspection([item(), TREAD], [answer({ isOk }), answer({ itemId: 2, value })]);
    assert.deepEqual(problems, []);
    return [findings.map(({ defect }) => defect), is];
  };
  assert.deepEqual(result(true, 1.6), [[null, null], 'clean']);
  assert.deepEqual(result(true, 1.59), [[null, 'major'], 'major']);
  assert.deepEqual(result(true, 20.1), [[null, 'major'], 'major']);
  assert.deepEqual(result(false, 1.5), [['unsafe', 'major'], 'unsafe']);
  const texts = [item({ kind: 'text' }), item({ id: 2, kind: 'photo', isRequired: false })];
  assert.equal(judgeInspection(texts, [answer({ text: 'x', isOk: false })]).result, 'clean');
});

test('[INSPECT-2] a question that needs an answer of its kind and has none, a foreign answer and a second one are named', () => {
  const problems = (items: readonly ChecklistItem[], ...answers: readonly InspectionAnswer[]) =>
    judgeInspection(items, answers).problems.map(({ itemId, problem }) => `${itemId} ${problem}`);
  for (const kind of ['yesNo', 'number', 'photo', 'signature', 'text'] as const) {
    assert.deepEqual(problems([item({ kind })], answer({ note: 'x' })), ['1 missing'], kind);
    assert.deepEqual(problems([item({ kind, isRequired: false })]), [], kind);
  }
  assert.deepEqual(problems([item()], answer({ isOk: true }), answer({ isOk: false })), ['1 twice']);
  assert.deepEqual(problems([], answer()), ['1 unknown']);
});

test('[INSPECT-3] a checklist without categories is for every vehicle, others for theirs', () => {
  assert.equal(isForCategory({ categories: [] }, null), true);
  assert.deepEqual(
    ['truck', 'car', null].map((category) => isForCategory({ categories: ['truck'] }, category)),
    [true, false, false],
  );
  assert.equal(isForCategory({ categories: ['default'] }, null), true);
});

const defect = (more: Partial<Defect> = {}): Defect => ({
  id: 1,
  version: 1,
  ownerId: 1,
  deviceId: 1,
  deviceName: 'Van',
  inspectionId: 1,
  checklistId: 1,
  checklistName: 'Daily',
  itemId: 1,
  itemText: 'Brakes work',
  severity: 'unsafe',
  isBlocking: true,
  note: '',
  foundAt: '2026-01-01T08:00:00.000Z',
  foundBy: 'Ana',
  state: 'open',
  deferredUntil: null,
  release: null,
  steps: [],
  ...more,
});
const step = (kind: DefectStepKind, id: string = kind): DefectStep => ({
  id,
  kind,
  at: '2026-01-01T09:00:00.000Z',
  userId: 1,
  userName: 'Bo',
  signature: 'Bo',
  note: kind === 'release' ? 'to the garage' : '',
  until: kind === 'defer' ? '2026-02-01' : null,
  releasedUntil: kind === 'release' ? '2026-01-01T12:00:00.000Z' : null,
  cost: kind === 'repair' ? 12_300 : null,
  odometerKm: kind === 'repair' ? 1200 : null,
});
/** State after some steps; null = one of them cannot follow. */
function after(start: Defect, ...kinds: readonly DefectStepKind[]) {
  let now: Defect | null = start;
  for (const [index, kind] of kinds.entries()) now = now && stepDefect(now, step(kind, `${index}`));
  return now?.state ?? null;
}

test('[INSPECT-4] a defect is worked on, signed, and over when the next driver confirms; else it is open again', () => {
  assert.equal(after(defect(), 'begin', 'repair', 'confirm'), 'confirmed');
  assert.equal(after(defect(), 'dismiss', 'confirm'), 'confirmed');
  assert.equal(after(defect(), 'repair', 'reject'), 'open');
  assert.equal(after(defect(), 'repair', 'reject', 'repair', 'confirm'), 'confirmed');
  assert.equal(after(defect({ severity: 'major' }), 'defer', 'begin', 'repair'), 'repaired');
  for (const kind of ['confirm', 'reject'] as const) assert.equal(after(defect(), kind), null, kind);
  for (const kind of DEFECT_STEP_KINDS) assert.equal(after(defect(), 'repair', 'confirm', kind), null, kind);
  const repaired = stepDefect(defect(), step('repair'));
  assert.equal(repaired && stepDefect(repaired, step('repair')), repaired, 'the same step again');
});

test('[INSPECT-5] an unsafe defect cannot be deferred, and blocks until a mechanic has signed', () => {
  assert.equal(after(defect(), 'defer'), null);
  const deferred = stepDefect(defect({ severity: 'major' }), step('defer'));
  assert.equal(deferred?.deferredUntil, '2026-02-01');
  assert.equal(deferred && stepDefect(deferred, step('begin'))?.deferredUntil, null);
  const blocks = (...kinds: readonly DefectStepKind[]) => {
    const state = after(defect(), ...kinds);
    assert.ok(state !== null);
    return blocksAt({ isBlocking: true, state, release: null }, 0);
  };
  assert.deepEqual(
    [blocks(), blocks('begin'), blocks('repair'), blocks('dismiss')],
    [true, true, false, false],
  );
  assert.equal(blocks('repair', 'reject'), true);
  assert.equal(blocksAt({ isBlocking: false, state: 'open', release: null }, 0), false);
});

test('[INSPECT-5] whatever steps come, a defect that blocks is one that is not repaired', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...DEFECT_STEP_KINDS), { maxLength: 12 }), (kinds) => {
      let now = defect();
      for (const [index, kind] of kinds.entries()) now = stepDefect(now, step(kind, `${index}`)) ?? now;
      assert.equal(
        blocksAt(now, Date.parse('2026-01-01T12:00:00.000Z')),
        UNREPAIRED_STATES.some((state) => state === now.state),
      );
      assert.equal(now.state === 'deferred', now.deferredUntil !== null);
    }),
  );
});

test('[INSPECT-8] a release lets drivers check in until its end, and ends with the repair; the defect stays as it is', () => {
  const at = (clock: string): number => Date.parse(`2026-01-01T${clock}:00.000Z`);
  const released = stepDefect(defect(), step('release'));
  assert.ok(released !== null);
  assert.deepEqual(
    [released.state, released.release?.reason, released.steps.at(-1)?.kind],
    ['open', 'to the garage', 'release'],
  );
  assert.deepEqual(
    ['08:30', '09:00', '11:59', '12:00'].map((clock) => blocksAt(released, at(clock))),
    [true, false, false, true],
  );
  const begun = stepDefect(released, step('begin'));
  assert.equal(begun && blocksAt(begun, at('10:00')), false);
  const repaired = begun && stepDefect(begun, step('repair'));
  const again = repaired && stepDefect(repaired, step('reject'));
  assert.equal(again && blocksAt(again, at('10:00')), true, 'found again, it blocks again');
  for (const more of [
    { releasedUntil: null },
    { releasedUntil: '2026-01-01T09:00:00.000Z' },
    { releasedUntil: '2026-01-02T09:00:00.001Z' },
    { note: '' },
  ])
    assert.equal(stepDefect(defect(), { ...step('release'), ...more }), null, JSON.stringify(more));
  assert.equal(after(defect({ isBlocking: false }), 'release'), null);
  assert.equal(after(defect(), 'repair', 'release'), null);
});

test('[INSPECT-6] a shift without the inspections that its vehicle needs has missed them, once it had time for them', () => {
  const HOUR = 3_600_000;
  const since = 100 * HOUR;
  const missed = (
    until: number | null,
    now: number,
    ...done: readonly (readonly ['before' | 'after', number])[]
  ) =>
    missedPhases(
      { deviceId: 1, since, until },
      {
        wanted: ['before', 'after'],
        done: done.map(([phase, finishedAt]) => ({ deviceId: 1, phase, finishedAt })),
        now,
      },
    );
  assert.deepEqual(missed(null, since + HOUR / 4), [], 'it has just begun');
  assert.deepEqual(missed(null, since + HOUR), ['before']);
  assert.deepEqual(missed(null, since + HOUR, ['before', since - 2 * HOUR]), []);
  assert.deepEqual(missed(null, since + HOUR, ['before', since - 2 * HOUR - 1]), ['before']);
  const [end, later] = [since + 8 * HOUR, since + 12 * HOUR];
  assert.deepEqual(missed(end, later), ['before', 'after']);
  assert.deepEqual(missed(end, later, ['before', since + 60_000], ['after', end + HOUR]), []);
  assert.deepEqual(missed(since + 60_000, later), [], 'the wrong vehicle');
  assert.deepEqual(
    missedPhases({ deviceId: 2, since, until: null }, { wanted: [], done: [], now: later }),
    [],
    'no checklist is for it',
  );
});

test('[INSPECT-7] an inspection is missed for good once, in the period in which nothing that comes later counts', () => {
  const HOUR = 3_600_000;
  const since = 100 * HOUR;
  const until = since + 8 * HOUR;
  const at = (end: number | null, from: number, to: number, done: 'before' | 'after' | null = null) =>
    phasesToNotify(
      { deviceId: 1, since, until: end },
      {
        wanted: ['before', 'after'],
        done: done === null ? [] : [{ deviceId: 1, phase: done, finishedAt: since + HOUR }],
        period: { from, to },
      },
    );
  const first = since + MISSED_AFTER_MS;
  const last = until + MISSED_AFTER_MS;
  assert.deepEqual(at(until, 0, first - 1), [], 'a phone may still send it');
  assert.deepEqual(at(until, 0, first), ['before']);
  assert.deepEqual(at(null, 0, first), ['before'], 'the shift goes on');
  assert.deepEqual(at(until, first, last - 1), [], 'it was judged before');
  assert.deepEqual(at(until, first, last), ['after']);
  assert.deepEqual(at(until, 0, last), ['before', 'after'], 'after an outage');
  assert.deepEqual(at(until, 0, last, 'before'), ['after']);
  assert.deepEqual(at(until, last, last + HOUR), []);
});

test('[INSPECT-9] a defect is due until it is confirmed, later when it is deferred; its signed repairs are logged', () => {
  const due = (state: Defect['state'], deferredUntil: Defect['deferredUntil'] = null) =>
    defectDue(defect({ state, deferredUntil }), '2026-02-01');
  assert.deepEqual(
    [due('open'), due('inWork'), due('repaired'), due('noRepairNeeded'), due('confirmed')],
    ['now', 'now', 'signed', 'signed', null],
  );
  assert.deepEqual(
    [due('deferred', '2026-02-02'), due('deferred', '2026-02-01'), due('deferred')],
    ['later', 'now', 'now'],
  );
  const graves = [
    defect({ id: 1, severity: 'minor', foundAt: '2026-01-01T00:00:00.000Z' }),
    defect({ id: 2, severity: 'unsafe', foundAt: '2026-01-03T00:00:00.000Z' }),
    defect({ id: 3, severity: 'unsafe', foundAt: '2026-01-02T00:00:00.000Z' }),
  ];
  assert.deepEqual(
    graves.toSorted(byGravity).map(({ id }) => id),
    [3, 2, 1],
  );
  const kinds = ['begin', 'repair', 'reject', 'repair', 'dismiss'] as const;
  const steps = kinds.map((kind, index) => ({
    ...step(kind, `s${index}`),
    at: `2026-01-0${index + 1}T09:00:00.000Z`,
  }));
  assert.deepEqual(
    repairsOf([defect({ steps })]).map(({ id, cost, odometerKm, signature }) => [
      id,
      cost,
      odometerKm,
      signature,
    ]),
    [
      ['s3', 12_300, 1200, 'Bo'],
      ['s1', 12_300, 1200, 'Bo'],
    ],
  );
});
