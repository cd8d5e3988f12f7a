import type { Attributes } from '@rastro/fleet';
import { homeNetworkOf } from '../home-network.ts';
import { isOn } from '../options.ts';
import type { DeviceProfile } from '../protocol.ts';
import type { HomeNetwork } from './pending-avl-record.ts';
import { elementTable, type ElementTable } from './avl-ids.ts';
import type { Photo } from '../photo.ts';
import { traitsOf, type ModelTraits } from './model.ts';

/** State of a connection: a photo in progress, and settings derived from the device's profile. */
export interface TeltonikaState {
  readonly photo: Photo | null;
  readonly model: string | null;
  readonly options: Attributes | null;
  readonly traits: ModelTraits;
  readonly table: ElementTable;
  readonly home: HomeNetwork;
  readonly wideGroup: boolean;
}

const NO_TRAITS = traitsOf(null);

export const INITIAL: TeltonikaState = {
  photo: null,
  model: null,
  options: null,
  traits: NO_TRAITS,
  table: elementTable(NO_TRAITS),
  home: { mcc: 0, mnc: 0 },
  wideGroup: false,
};

/** The same state until the model or the options of the device change. */
export function withProfile(state: TeltonikaState, device: DeviceProfile): TeltonikaState {
  const { model, options } = device;
  if (state.options === options && state.model === model) return state;
  const traits = traitsOf(model);
  return {
    ...state,
    model,
    options,
    traits,
    table: elementTable(traits),
    home: homeNetworkOf(device),
    wideGroup: isOn(device, 'teltonika.extended'),
  };
}
