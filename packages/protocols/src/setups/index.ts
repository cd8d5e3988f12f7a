import { GL200_SETUPS } from '../gl200/setup.ts';
import { GPS103_SETUPS } from '../gps103/setup.ts';
import { GT06_SETUPS } from '../gt06/setup.ts';
import { H02_SETUPS } from '../h02/setup.ts';
import { JT808_SETUPS } from '../jt808/setup.ts';
import { MEITRACK_SETUPS } from '../meitrack/setup.ts';
import { OSMAND_SETUPS } from '../osmand/setup.ts';
import { RUPTELA_SETUPS } from '../ruptela/setup.ts';
import { SUNTECH_SETUPS } from '../suntech/setup.ts';
import { TELTONIKA_SETUPS } from '../teltonika/setup.ts';
import { WIALON_SETUPS } from '../wialon/setup.ts';
import type { TrackerSetup } from './setup.ts';

export { osmandAddress, traccarClientLink } from '../osmand/setup.ts';
export {
  isFit,
  isIpAddress,
  writeSetup,
  type SetupMessage,
  type SetupPurpose,
  type SetupValues,
  type TrackerSetup,
  type WrittenMessage,
} from './setup.ts';

/** Set-up of trackers by family: pure data, for the browser too. */
export const TRACKER_SETUPS: readonly TrackerSetup[] = [
  ...OSMAND_SETUPS,
  ...GT06_SETUPS,
  ...SUNTECH_SETUPS,
  ...TELTONIKA_SETUPS,
  ...H02_SETUPS,
  ...GL200_SETUPS,
  ...GPS103_SETUPS,
  ...JT808_SETUPS,
  ...WIALON_SETUPS,
  ...MEITRACK_SETUPS,
  ...RUPTELA_SETUPS,
];

/** Usual ports of a third-party tracking server, unless its operator chose others. */
export const USUAL_PORTS: Readonly<Record<string, number>> = {
  osmand: 5055,
  gt06: 5023,
  suntech: 5011,
  teltonika: 5027,
  h02: 5013,
  gl200: 5004,
  gps103: 5001,
  jt808: 5015,
  wialon: 5039,
  meitrack: 5020,
  ruptela: 5046,
};
