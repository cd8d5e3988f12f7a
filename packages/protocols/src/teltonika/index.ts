import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode, identify, reject } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { INITIAL, type TeltonikaState } from './state.ts';

/** Teltonika FMB, FMC, FMM, FMx6xx, TAT, TMT and GH: codecs 7, 8, 8E, 16 and 12 to 15. */
export const teltonika: StreamProtocol<TeltonikaState> = {
  kind: 'stream',
  name: 'teltonika',
  defaultPort: 5027,
  transports: ['tcp', 'udp'],
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
