import type { Attributes } from '../entities/attributes.ts';

/** Effect of a command on the engine of a vehicle. */
export type EngineAction = 'lock' | 'unlock';

/** A command as requested or saved by a user. */
export interface CommandContent {
  readonly type: string;
  readonly attributes?: Attributes | undefined;
}

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

/** @source docs/reference/protocols.md §commands. */
const LOCKS: readonly RegExp[] = [
  /\brelay\s*,\s*1/i, // gt06, and whatever speaks like it
  /(?<!hf)\bdyd\b/i,
  /\benable1\b/i, // suntech
  /;04;01\b/,
  /\bs20,(?:\d+,)?1,1\b/i, // h02
  /\bat\+gtout=[^,]*,[1-9]/i, // gl200
  /(?:^|,)\s*(?:j|109)\s*;?\s*$/i, // gps103
  /\bsetdigout\s+[0?x]*1/i, // teltonika
  /\bc01,\d+,[02]*1/i, // meitrack
  /\bl1=1\b/i, // wialon
  /\bimmobilizer\b/i, // ruptela
  /\bsetio\s+\d+\s*,\s*1/i,
  /^7e(?:8105|a006)/i, // jt808, as bytes
];
const UNLOCKS: readonly RegExp[] = [
  /\brelay\s*,\s*0/i,
  /\bhfyd\b/i,
  /\bdisable1\b/i,
  /;04;02\b/,
  /\bs20,(?:\d+,)?1,0\b/i,
  /\bat\+gtout=[^,]*,0/i,
  /(?:^|,)\s*(?:k|110)\s*;?\s*$/i,
  /\bsetdigout\s+[0?x]*0/i,
  /\bc01,\d+,[02]*0/i,
  /\bl1=0\b/i,
  /\bresetimmob\b/i,
  /\bsetio\s+\d+\s*,\s*0/i,
];

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
