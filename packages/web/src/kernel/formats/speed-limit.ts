import {
  knotsFrom,
  type Attributes,
  type AttributeValue,
  type Language,
  type SpeedUnit,
} from '@rastro/fleet';
import { ownSigns, readNumber, speedText } from '../../i18n/number-text.ts';

const NAME = 'speedLimit';

/** Language and unit in which a user types speeds. */
export interface SpeedWriting {
  readonly unit: SpeedUnit;
  readonly language: Language;
}

/** The limit as it stands in a field; empty = there is none. What is no number above 0 means none. */
export function speedLimitText(attributes: Attributes, { unit, language }: SpeedWriting): string {
  const stored = attributes[NAME];
  const limit = typeof stored === 'string' ? Number(stored) : stored;
  if (typeof limit !== 'number' || !Number.isFinite(limit) || limit <= 0) return '';
  return speedText(limit, unit, language);
}

/** Empty, or a number from 0. */
export const isSpeedLimit = (text: string, writing: SpeedWriting): boolean =>
  text.trim() === '' || (readSpeed(text, writing) ?? -1) >= 0;

const readSpeed = (text: string, { unit, language }: SpeedWriting): number | null =>
  readNumber(text, language, ownSigns.speed(unit));

/**
 * The attributes with the limit as it was typed; one that was not changed keeps its exact value, in knots.
 * @param text Must have passed `isSpeedLimit`; empty or 0 = none.
 */
export function withSpeedLimit(attributes: Attributes, text: string, writing: SpeedWriting): Attributes {
  if (text === speedLimitText(attributes, writing)) return attributes;
  const changed: Record<string, AttributeValue> = { ...attributes };
  const limit = readSpeed(text, writing) ?? 0;
  if (limit > 0) changed[NAME] = knotsFrom(limit, writing.unit);
  else delete changed[NAME];
  return changed;
}
