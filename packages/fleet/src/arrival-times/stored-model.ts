import type { Knowledge } from './knowledge.ts';
import type { ArrivalModel, Mix } from './learn.ts';
import type { Ride } from './ride.ts';

/** Learns without blocking its caller. */
export interface ArrivalLearner {
  /** @returns null when there are too few rides, or the signal aborts. */
  learn(rides: readonly Ride[], signal: AbortSignal): Promise<ArrivalModel | null>;
}

/**
 * A model as it was stored. Looked at without a schema: it is large, and only we write it.
 * @returns null when it is of another version: then the next night learns anew.
 */
export function readArrivalModel(body: unknown): ArrivalModel | null {
  return isModel(body) ? body : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number' && Number.isFinite(each));

function isModel(body: unknown): body is ArrivalModel {
  return (
    isRecord(body) &&
    typeof body['rides'] === 'number' &&
    isMix(body['before']) &&
    isMix(body['begun']) &&
    isKnowledge(body['knowledge'])
  );
}
const isMix = (value: unknown): value is Mix =>
  isRecord(value) &&
  isNumbers(value['weights']) &&
  typeof value['factor'] === 'number' &&
  Array.isArray(value['spans']) &&
  value['spans'].every(isNumbers);
const isKnowledge = (value: unknown): value is Knowledge =>
  isRecord(value) &&
  typeof value['pace'] === 'number' &&
  typeof value['detour'] === 'number' &&
  Array.isArray(value['bands']) &&
  value['bands'].every(isNumbers) &&
  Array.isArray(value['hours']) &&
  value['hours'].every(isNumbers) &&
  isRecord(value['cells']) &&
  Array.isArray(value['tracks']);
