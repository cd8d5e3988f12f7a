import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode, identify, reject } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { INITIAL, type Gt06State } from './state.ts';

/** Concox, Jimi and their clones. */
export const gt06: StreamProtocol<Gt06State> = {
  kind: 'stream',
  name: 'gt06',
  defaultPort: 5023,
  transports: ['tcp'],
  commands: COMMANDS,
  createFramer,
  initialState: () => INITIAL,
  identify,
  reject,
  decode,
  encode,
  answerOf,
  isAnswerTo,
};
