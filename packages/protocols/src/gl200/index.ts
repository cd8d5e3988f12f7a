import type { StreamProtocol } from '../protocol.ts';
import { answerOf, isAnswerTo } from './answer.ts';
import { decode } from './decode.ts';
import { COMMANDS, encode } from './encode.ts';
import { createFramer } from './frame.ts';
import { identify, reject } from './identity.ts';

/** Queclink @Track. A connection remembers nothing: every message names its device. */
export const gl200: StreamProtocol<null> = {
  kind: 'stream',
  name: 'gl200',
  defaultPort: 5004,
  transports: ['tcp', 'udp'],
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
