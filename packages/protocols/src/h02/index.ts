import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { identify, reject } from './identity.ts';
import { INITIAL, type H02State } from './state.ts';

/** SinoTrack, LK and their clones. */
export const h02: StreamProtocol<H02State> = {
  kind: 'stream',
  name: 'h02',
  defaultPort: 5013,
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
