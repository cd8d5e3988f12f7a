import { blocksAt, UNREPAIRED_STATES } from '@rastro/fleet/inspections';
import type { InspectionDeps } from './inspection-deps.ts';
import { defectsOfVehicle } from './inspection-store.ts';

/** A check-in as it is wanted. */
interface WantedCheckIn {
  /** Account that gave the driver access. */
  readonly ownerId: number;
  readonly deviceId: number;
  readonly at: number;
}

/**
 * Whether an unsafe defect that nobody has released keeps drivers from checking in to a vehicle. A check-in that was done before somebody found
 * it, and that waited for a network, counts. Defects of a company that had the vehicle before do not.
 */
export const vehicleBlock =
  ({ storage, companiesOf }: Pick<InspectionDeps, 'storage' | 'companiesOf'>) =>
  async ({ ownerId, deviceId, at }: WantedCheckIn): Promise<boolean> => {
    const { own } = await companiesOf({ id: ownerId, administrator: false });
    const found = await defectsOfVehicle(storage, {
      ownerIds: [own],
      deviceId,
      states: UNREPAIRED_STATES,
    });
    return found.some((defect) => blocksAt(defect, at) && Date.parse(defect.foundAt) <= at);
  };
