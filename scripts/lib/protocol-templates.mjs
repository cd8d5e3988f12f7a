/** Initial files of a new protocol: lines of `id,yyMMddHHmmss,latitude,longitude,km/h`. */
const FILES = {
  'index.ts': `import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { identify, reject } from './identity.ts';

/** Which devices speak it. A connection remembers nothing: every line names its device. */
export const %name%: StreamProtocol<null> = {
  kind: 'stream',
  name: '%name%',
  defaultPort: %port%,
  transports: ['tcp'],
  commands: COMMANDS,
  createFramer,
  initialState: () => null,
  identify,
  reject,
  decode,
  encode,
  answerOf,
  isAnswerTo,
};
`,
  'answer.ts': `import { asciiOf } from '../ascii.ts';
import { answerIn, customText } from '../command-answer.ts';
import type { CommandAnswer, OutgoingCommand } from '../protocol.ts';

/** A line that begins with \`OK\` repeats the command that it answers. */
export function answerOf(frame: Uint8Array): CommandAnswer | null {
  const text = /^OK,(.+)/.exec(asciiOf(frame).trim())?.[1];
  return text === undefined ? null : answerIn(text);
}

export const isAnswerTo = ({ text }: CommandAnswer, command: OutgoingCommand): boolean =>
  text === customText(command);
`,
  'frame.ts': `import { indexOfByte } from '../ascii.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

const LF = 0x0a;

export const createFramer = (): Framer => new StreamFramer(new LineCutter());

/** Lines, with their end. */
class LineCutter implements Cutter {
  #seen = 0;

  measure(bytes: Uint8Array, from: number, to: number): number {
    const at = indexOfByte(bytes, LF, from + this.#seen, to);
    this.#seen = at < 0 ? to - from : 0;
    return at < 0 ? 0 : at + 1 - from;
  }
}
`,
  'identity.ts': `import { asciiOf } from '../ascii.ts';

const COMMA = 0x2c;

/** The first field. */
export function identify(frame: Uint8Array): readonly string[] {
  const comma = frame.indexOf(COMMA);
  return comma > 0 ? [asciiOf(frame, 0, comma)] : [];
}

/** A stranger gets no answer. */
export const reject = (): null => null;
`,
  'decode.ts': `import { knotsFromKmPerHour } from '@rastro/fleet';
import { asciiOf, trimmedEnd } from '../ascii.ts';
import { Fields } from '../fields.ts';
import { requiredInstant, shortInstant } from '../instants.ts';
import { guarded, only, outcomeOf, type Outcome } from '../outcome.ts';
import type { DecodeContext } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';

export function decode(frame: Uint8Array, state: null, { device }: DecodeContext): Outcome<null> {
  return guarded(() => {
    const fields = new Fields(asciiOf(frame, 0, trimmedEnd(frame)).split(','), 1);
    const time = requiredInstant(shortInstant(fields.text()), device.timeZone);
    const latitude = fields.number();
    const longitude = fields.number();
    const speed = knotsFromKmPerHour(fields.number());
    const pending = new PendingRecord();
    pending.deviceTime = time;
    pending.fix = { time, valid: true, latitude, longitude, altitude: 0, speed, course: 0, accuracy: 0 };
    return outcomeOf(state, only(pending));
  });
}
`,
  'encode.ts': `import { fail, ok, type Result } from '@rastro/base';
import { bytesOf } from '../ascii.ts';
import { controlCharacters, textParameter } from '../parameters.ts';
import type { EncodeFailure, OutgoingCommand } from '../protocol.ts';

const LONGEST = 1000;

export const COMMANDS: readonly string[] = ['custom'];

export function encode(command: OutgoingCommand): Result<Uint8Array, EncodeFailure> {
  if (command.type !== 'custom') return fail({ code: 'UNSUPPORTED_COMMAND', type: command.type });
  const text = textParameter(command, 'data', LONGEST);
  return text.ok ? ok(bytesOf(controlCharacters(text.value))) : text;
}
`,
  'engine-texts.ts': `import type { EngineTexts } from '../engine/engine-texts.ts';

/** Texts of custom commands that cut or free the engine; a line in engine/texts-of-protocols.ts makes them known. */
export const ENGINE_TEXTS: EngineTexts = { locks: [], unlocks: [] };
`,
  '%name%.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromText, joined, toHex } from '../../test/support.ts';
import { near, onlyRecord, Talk } from '../../test/talk.ts';

const %name% = new Talk('%name%');
const LINE = '861234560000013,250314123045,-23.550520,-46.633308,64\\\\n';

test('[%rule%-1] a line names its device and is a position', () => {
  const line = fromText(LINE);
  assert.deepEqual(%name%.frames(joined([line, line])), [line, line].map(toHex));
  assert.deepEqual(%name%.ids(line), ['861234560000013']);
  const { fix, deviceTime } = onlyRecord(%name%.text(LINE));
  assert.equal(deviceTime, Date.UTC(2025, 2, 14, 12, 30, 45));
  near(fix?.latitude, -23.55052);
  near(fix?.speed, 64 * 0.539957);
});

test('[CMD-1] %name%: custom text is sent as it is', () => {
  assert.equal(%name%.command('custom', { data: 'hello\\\\n' }), 'hello\\n');
  assert.equal(%name%.command('engineStop'), 'UNSUPPORTED_COMMAND');
});
`,
};

/**
 * @param {string} name
 * @param {number} port
 * @returns {Record<string, string>} Contents by file name.
 */
export function protocolFiles(name, port) {
  const fill = (text) =>
    text.replaceAll('%name%', name).replaceAll('%port%', String(port)).replaceAll('%rule%', ruleOf(name));
  return Object.fromEntries(Object.entries(FILES).map(([file, text]) => [fill(file), fill(text)]));
}

/** Prefix of the protocol's rule ids. */
export const ruleOf = (name) => name.toUpperCase();
