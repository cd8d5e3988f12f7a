import type { AttributeValue } from '../entities/attributes.ts';
import type { Device } from '../entities/device.ts';
import type { Position } from '../entities/position.ts';

/** Marks that `normalize('NFD')` splits from their letter. */
const MARKS = /\p{M}+/gu;
const SEPARATOR = '\n';
/** Word that finds the status `unknown` (docs/reference/requirements.md SPEC §4). */
const UNKNOWN_LABEL = 'desconhecido';

/** Lower case without accents, so that `sao` finds `São`. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) > 127) return lower.normalize('NFD').replace(MARKS, '');
  }
  return lower;
}

/** Words of a query; all of them must occur. */
export const searchWords = (text: string): readonly string[] =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/**
 * Everything a vehicle can be found by, in one folded text: every field and attribute of the device,
 * the address, and the texts (not the readings) of the newest position.
 */
export function searchText(device: Device, position: Position | null): string {
  const parts: string[] = [];
  for (const [field, value] of Object.entries(device) as [string, AttributeValue][]) {
    if (field === 'status' && value === 'unknown') parts.push(UNKNOWN_LABEL);
    addValue(parts, value);
  }
  if (position !== null) parts.push(...positionTexts(position));
  return foldText(parts.join(SEPARATOR));
}

/** False for most moves: then the search text is unchanged. */
export function hasOtherTexts(position: Position, former: Position): boolean {
  return positionTexts(position).join(SEPARATOR) !== positionTexts(former).join(SEPARATOR);
}

function positionTexts({ address, attributes }: Position): string[] {
  const texts = address === null ? [] : [address];
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === 'string') texts.push(value);
  }
  return texts;
}

function addValue(parts: string[], value: AttributeValue): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value !== 'object') parts.push(String(value));
  else for (const inner of Object.values<AttributeValue>(value)) addValue(parts, inner);
}
