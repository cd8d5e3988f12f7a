import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer, identify, reject } from './frame.ts';
import { INITIAL, type MeitrackState } from './state.ts';

/** Meitrack T, MVT, MT, TC and MD series. */
export const meitrack: StreamProtocol<MeitrackState> = {
  kind: 'stream',
  name: 'meitrack',
  defaultPort: 5020,
  transports: ['tcp', 'udp'],
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
