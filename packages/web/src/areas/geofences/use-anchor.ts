import type { Geofence, Position } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useState } from 'react';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { GEOFENCES_KEY, useSeenFences } from '../../kernel/queries/use-geofences.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { isPlace } from '../../live/is-place.ts';
import type { Vehicle } from '../../live/fleet.ts';
import { anchorsByDevice, dropAnchor, newAnchor, raiseAnchors } from './anchor.ts';

export interface AnchorState {
  readonly vehicle: Vehicle;
  readonly isAnchored: boolean;
  /** Neither is there an anchor nor a place for one. */
  readonly isStuck: boolean;
  readonly busy: boolean;
  readonly failure: ApiFailure | null;
  /** The geofence of a rejected anchor could not be removed again. */
  readonly leftOver: boolean;
  /** @returns the result; null = it was rejected. */
  readonly toggle: () => Promise<'dropped' | 'raised' | null>;
  readonly forget: () => void;
}

/** The anchor of a vehicle; null while the state of the switch is unknown. */
export function useAnchor(deviceId: number): AnchorState | null {
  const { client } = useServices();
  const vehicle = useVehicle(deviceId);
  const known = useSeenFences({ select: anchorsByDevice });
  const [leftOver, setLeftOver] = useState(false);
  const { busy, failure, run, forget } = useWrite(
    async ({ anchors, place }: { anchors: readonly Geofence[]; place: Geofence | null }, signal) => {
      const done =
        place === null
          ? await raiseAnchors(client, anchors, signal)
          : await dropAnchor(client, place, signal);
      setLeftOver(!done.ok && done.leftOver);
      return done;
    },
    // In any case the list now shows the actual state.
    { touches: GEOFENCES_KEY, goesOn: true },
  );
  if (vehicle === undefined || known.data === undefined) return null;
  const anchors = known.data.get(deviceId) ?? [];
  const isAnchored = anchors.length > 0;
  const place = placeOf(vehicle.position);
  const isStuck = !isAnchored && place === null;
  return {
    vehicle,
    isAnchored,
    isStuck,
    busy,
    failure,
    leftOver,
    toggle: async () => {
      if (isStuck) return null;
      const drop = isAnchored || place === null ? null : newAnchor(vehicle.device, place);
      const answer = await run({ anchors, place: drop });
      return answer?.ok === true ? answer.value : null;
    },
    forget,
  };
}

const placeOf = (position: Position | null): Position | null =>
  position !== null && isPlace(position) ? position : null;
