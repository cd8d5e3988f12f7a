import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode, identify, reject } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { INITIAL, type Jt808State } from './state.ts';

/** JT/T 808: dash cameras, recorders, padlocks and cheap trackers. */
export const jt808: StreamProtocol<Jt808State> = {
  kind: 'stream',
  name: 'jt808',
  defaultPort: 5015,
  transports: ['tcp'],
  commands: COMMANDS,
  resendsUnanswered: true,
  createFramer,
  initialState: () => INITIAL,
  identify,
  reject,
  decode,
  encode,
  answerOf,
  isAnswerTo,
};
