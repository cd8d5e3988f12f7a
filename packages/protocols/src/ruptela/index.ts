import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer, identify, reject } from './frame.ts';
import { INITIAL, type RuptelaState } from './state.ts';

/** Ruptela FM, Eco, Tco, Pro, Plug, HCV and LCV. */
export const ruptela: StreamProtocol<RuptelaState> = {
  kind: 'stream',
  name: 'ruptela',
  defaultPort: 5046,
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
