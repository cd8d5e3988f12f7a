import type { DeviceProfile } from '../protocol.ts';
import { traitsOf, type ModelTraits } from './models.ts';
import type { Photo } from '../photo.ts';

/** State of a connection: the zone of the login, a photo in progress, and the traits of the model. */
export interface Gt06State {
  /** East positive. */
  readonly zoneOffsetMs: number;
  readonly photo: Photo | null;
  readonly model: string | null;
  readonly traits: ModelTraits;
}

export const INITIAL: Gt06State = { zoneOffsetMs: 0, photo: null, model: null, traits: traitsOf(null) };

/** The same state until the model of the device changes. */
export function withProfile(state: Gt06State, { model }: DeviceProfile): Gt06State {
  return state.model === model ? state : { ...state, model, traits: traitsOf(model) };
}
