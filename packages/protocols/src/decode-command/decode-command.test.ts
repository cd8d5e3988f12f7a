import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { samplesOf, type Sample, type SamplePosition } from '../../test/support.ts';
import { PROTOCOLS } from '../catalogue.ts';
import type { DecodedLine } from './line-decoder.ts';
import type { OutputPosition } from './output.ts';

const MAIN = new URL('main.ts', import.meta.url).pathname;

function run(args: readonly string[], lines: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    input: lines.join('\n'),
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

/** Samples whose values the reference itself suggests improving; samples.test.ts has the right ones. */
const IMPROVED: ReadonlySet<string> = new Set(['zip-status', 'nofix', 'd2', 'd82']);
/** Answers with the time of the server in them, and one that the reference calls incomplete. */
const TIMED = /<|^78780b8a/;

for (const { name } of PROTOCOLS) {
  test(`[DEC-1] decodes the samples of ${name} line by line`, () => {
    const up = samplesOf(name).filter(({ direction }) => direction === 'up');
    const { stdout } = run(
      ['--protocol', name, '--json'],
      up.map((sample) => JSON.stringify(sample)),
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as DecodedLine);
    assert.equal(lines.length, up.length);
    for (const [at, sample] of up.entries()) checkLine(lines[at], sample);
  });
}

function checkLine(line: DecodedLine | undefined, sample: Sample): void {
  const { name, reply, positions } = sample;
  assert.equal(line?.error, null, name);
  assert.equal(line.positions.length, positions.length, name);
  if (!TIMED.test(reply ?? '') && name !== 'time-8a') assert.equal(line.reply, reply, name);
  if (IMPROVED.has(name)) return;
  for (const [at, wanted] of positions.entries()) checkPosition(line.positions[at], wanted, name);
}

const SAME = ['noLocation', 'fixTime', 'deviceTime', 'valid', 'network'] as const;
const NEAR = ['latitude', 'longitude', 'altitude', 'speed', 'course', 'accuracy'] as const;

function checkPosition(got: OutputPosition | undefined, wanted: SamplePosition, name: string): void {
  assert.ok(got, name);
  for (const key of SAME) assert.deepEqual(got[key], wanted[key], `${name} ${key}`);
  for (const key of NEAR) {
    assert.ok(Math.abs((got[key] ?? 0) - (wanted[key] ?? 0)) < 0.01, `${name} ${key}`);
  }
  // An alarm that a frame names twice is named once: compared in samples.test.ts.
  assert.deepEqual({ ...got.attributes, alarm: null }, { ...wanted.attributes, alarm: null }, name);
}

test('[DEC-2] explains pasted frames with names, hexadecimal or text', () => {
  const { stdout, status } = run(
    ['--protocol', 'h02'],
    [
      '*HQ,4109000001,V1,123045,A,2333.0312,S,04637.9985,W,034.50,125,140325,FFFFFBFF#',
      '24 4109000001 123045 140325 23330312 06 0463799852 034125 ffffffff ffff00',
    ],
  );
  assert.equal(status, 0);
  assert.match(stdout, /latitude +-23\.5505/);
  assert.match(stdout, /batteryLevel +100/);
  assert.match(stdout, /reply +\*HQ,4109000001,V4,V1,/);
});

test('[DEC-3] says what is wrong: the protocol, a line that is no frame', () => {
  const unknown = run(['--protocol', 'morse'], []);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /there are osmand, gt06/);
  const { stdout } = run(['--protocol', 'gt06', '--json'], ['{', '{"kind":"hex","payload":"7878"}']);
  const errors = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as DecodedLine).error);
  assert.match(errors[0] ?? '', /^MALFORMED: not a JSON object/);
  assert.match(errors[1] ?? '', /^(MALFORMED|TRUNCATED): /);
});

test('[DEC-3] an argument that it does not know is explained, not a stack of calls', () => {
  const { status, stderr } = run(['--protocol', 'gt06', '--jsn'], []);
  assert.equal(status, 1);
  assert.match(stderr, /^Cannot decode: .*--jsn/);
  assert.doesNotMatch(stderr, /\n +at /);
});

test('[DEC-5] one line out for every line in, whatever it is', () => {
  const good = { kind: 'text', payload: '861234560000013;' };
  const { stdout, status } = run(
    ['--protocol', 'gps103', '--json'],
    [
      '',
      '[]',
      '"x"',
      'null',
      JSON.stringify({ kind: 'morse', payload: 'x' }),
      JSON.stringify({ kind: 'hex', payload: 'abc' }),
      JSON.stringify({ kind: 'hex', payload: '' }),
      JSON.stringify({ kind: 'get', payload: '/?id=1' }),
      JSON.stringify(good),
    ],
  );
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DecodedLine);
  assert.equal(status, 0);
  assert.deepEqual(
    lines.map(({ error }) => error?.slice(0, 30) ?? null),
    [
      'MALFORMED: the line is empty',
      ...Array.from({ length: 3 }, () => 'MALFORMED: not a JSON object w'),
      'MALFORMED: kind is none of hex',
      'MALFORMED: the payload is not ',
      'MALFORMED: the payload is not ',
      'MALFORMED: gps103 has no frame',
      null,
    ],
  );
  assert.equal(lines.at(-1)?.reply, 'ON');
});

test('[DEC-6] glued frames are decoded one after another, their answers joined', () => {
  const sos = 'imei:861234560000013,help me,250314093200,,F,123200.000,A,2333.0312,S,04637.9985,W,0.00,0;';
  const { stdout } = run(
    ['--protocol', 'gps103', '--json'],
    [JSON.stringify({ kind: 'text', payload: `##,imei:861234560000013,A;${sos}${sos}` })],
  );
  const line = JSON.parse(stdout) as DecodedLine;
  assert.equal(line.positions.length, 2);
  assert.equal(line.reply, `LOAD${'**,imei:861234560000013,E;'.repeat(2)}`);
});

test('[DEC-4] settings and zone of a line are those of its device', () => {
  const line = {
    kind: 'text',
    payload: 'ST300STT;1;04;1097;20250314;12:30:45;2F1091;-23.5;-46.6;0;0;9;1;1;12.7;100000;2;1;7;4.1;0\\r',
  };
  const { stdout } = run(
    ['--protocol', 'suntech', '--json'],
    [
      JSON.stringify({ ...line, config: { 'suntech.hbm': '0', 'decoder.timezone': 'GMT-3' } }),
      JSON.stringify({ ...line, config: { 'suntech.hbm': '1' } }),
    ],
  );
  const [first, second] = stdout
    .trim()
    .split('\n')
    .map((one) => (JSON.parse(one) as DecodedLine).positions[0]);
  assert.deepEqual([first?.deviceTime, first?.attributes['hours']], ['2025-03-14T15:30:45Z', undefined]);
  assert.deepEqual([second?.deviceTime, second?.attributes['hours']], ['2025-03-14T12:30:45Z', 420_000]);
});
