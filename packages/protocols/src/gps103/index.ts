import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { identify, reject } from './identity.ts';
import { INITIAL, type Gps103State } from './state.ts';

/** Coban TK103, TK303, GPS403 and clones. */
export const gps103: StreamProtocol<Gps103State> = {
  kind: 'stream',
  name: 'gps103',
  defaultPort: 5001,
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
