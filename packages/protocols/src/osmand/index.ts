import type { HttpProtocol } from '../protocol.ts';
import { decode, identify, reject } from './decode.ts';
import { accept, COMMANDS, encode, takesCommand } from './encode.ts';
import { secretOf } from './frame.ts';

/** OsmAnd, the phone apps and scripts: one HTTP request is one position. */
export const osmand: HttpProtocol = {
  kind: 'http',
  name: 'osmand',
  defaultPort: 5055,
  commands: COMMANDS,
  maxBodyBytes: 64 * 1024,
  identify,
  secretOf,
  reject,
  decode,
  takesCommand,
  accept,
  encode,
};
