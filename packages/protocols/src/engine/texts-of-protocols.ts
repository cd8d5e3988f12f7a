import { ENGINE_TEXTS as gl200 } from '../gl200/engine-texts.ts';
import { ENGINE_TEXTS as gps103 } from '../gps103/engine-texts.ts';
import { ENGINE_TEXTS as gt06 } from '../gt06/engine-texts.ts';
import { ENGINE_TEXTS as h02 } from '../h02/engine-texts.ts';
import { ENGINE_TEXTS as jt808 } from '../jt808/engine-texts.ts';
import { ENGINE_TEXTS as meitrack } from '../meitrack/engine-texts.ts';
import { ENGINE_TEXTS as ruptela } from '../ruptela/engine-texts.ts';
import { ENGINE_TEXTS as suntech } from '../suntech/engine-texts.ts';
import { ENGINE_TEXTS as teltonika } from '../teltonika/engine-texts.ts';
import { ENGINE_TEXTS as wialon } from '../wialon/engine-texts.ts';
import type { EngineTexts } from './engine-texts.ts';

/**
 * Engine texts of every protocol that has them. Apart from the catalogue: the browser reads these, and no codec. A test
 * demands a line for each protocol that can cut an engine.
 */
export const TEXTS_OF_PROTOCOLS: readonly EngineTexts[] = [
  gl200,
  gps103,
  gt06,
  h02,
  jt808,
  meitrack,
  ruptela,
  suntech,
  teltonika,
  wialon,
];
