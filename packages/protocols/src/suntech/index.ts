import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { identify, reject } from './identity.ts';
import { INITIAL, type SuntechState } from './state.ts';

/** Suntech ST series: text of three generations and two binary forms. */
export const suntech: StreamProtocol<SuntechState> = {
  kind: 'stream',
  name: 'suntech',
  defaultPort: 5011,
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
