import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { identify, reject } from './identity.ts';
import { INITIAL, type WialonState } from './state.ts';

/** Wialon IPS 1.x and 2.x: retransmitters, phone apps, many makers' second language. */
export const wialon: StreamProtocol<WialonState> = {
  kind: 'stream',
  name: 'wialon',
  defaultPort: 5039,
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
