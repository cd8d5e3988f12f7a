import type { Attributes, CommandContent } from '@rastro/fleet';
import { TEXTS_OF_PROTOCOLS } from './texts-of-protocols.ts';

/** Effect of a command on the engine of a vehicle. */
export type EngineAction = 'lock' | 'unlock';

/**
 * Returns the effect of a command on the engine, as far as it is known: by its type, by the output that usually cuts
 * the engine, or by the text of a custom command in the languages of the protocols. Null = no known effect.
 */
export function engineActionOf({ type, attributes = {} }: CommandContent): EngineAction | null {
  if (type === 'engineStop') return 'lock';
  if (type === 'engineResume') return 'unlock';
  if (type === 'outputControl') return actionOfOutput(attributes);
  const { data } = attributes;
  return FREE_TEXTS.has(type) && typeof data === 'string' ? actionOfText(data) : null;
}

/** Types whose `data` reaches the device unchanged. */
const FREE_TEXTS: ReadonlySet<string> = new Set(['custom', 'configuration']);
const OFF: ReadonlySet<unknown> = new Set(['0', 0, 'false', false]);

/** The first output cuts the engine in most vehicles; whatever is not plainly off may be on. */
function actionOfOutput({ index, data }: Attributes): EngineAction | null {
  if (Number(index ?? 1) !== 1) return null;
  return OFF.has(data) ? 'unlock' : 'lock';
}

const LOCKS = TEXTS_OF_PROTOCOLS.flatMap(({ locks }) => locks);
const UNLOCKS = TEXTS_OF_PROTOCOLS.flatMap(({ unlocks }) => unlocks);

function actionOfText(text: string): EngineAction | null {
  const readings = readingsOf(text);
  if (readings.some((reading) => LOCKS.some((lock) => lock.test(reading)))) return 'lock';
  return readings.some((reading) => UNLOCKS.some((unlock) => unlock.test(reading))) ? 'unlock' : null;
}

/** Line by line, and what pairs of hexadecimal digits spell: encoders take both. */
function readingsOf(text: string): readonly string[] {
  const lines = text.split(/\\[rn]|[\r\n]/);
  const compact = text.replaceAll(/\s/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(compact)) return lines;
  const codes = compact.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  const spelled = codes.map((code) => (code >= 32 && code < 127 ? String.fromCharCode(code) : ' ')).join('');
  return [...lines, compact, spelled];
}
