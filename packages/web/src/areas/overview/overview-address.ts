import type { LayoutContent } from '@rastro/fleet/layouts';
import { readChosen } from '../../kernel/fleet/chosen-address.ts';
import { readPeriod, writePeriod, type PeriodChoice } from '../../kernel/period/period.ts';

/** Choices of a reader for a while; null = those of the overview. They are in the address, and change nothing stored. */
export interface OverviewAddress {
  readonly choice: PeriodChoice | null;
  /** Both together replace those of the overview; both empty = all vehicles. */
  readonly vehicles: Pick<LayoutContent, 'deviceIds' | 'groupIds'> | null;
}
export const NO_CHOICES: OverviewAddress = { choice: null, vehicles: null };

export function readOverview(search: URLSearchParams): OverviewAddress {
  const hasVehicles = search.has('devices') || search.has('groups');
  return {
    choice: search.has('period') || search.has('from') ? readPeriod(search) : null,
    vehicles: hasVehicles ? readChosen(search) : null,
  };
}

/** Changes a part of an address. */
export function writeOverview(search: URLSearchParams, part: Partial<OverviewAddress>): URLSearchParams {
  if (part.choice) writePeriod(search, part.choice);
  if (part.vehicles) {
    search.delete('devices');
    if (part.vehicles.deviceIds.length > 0) search.set('devices', part.vehicles.deviceIds.join(','));
    // Empty, it says that the reader wants all of them.
    search.set('groups', part.vehicles.groupIds.join(','));
  }
  return search;
}
