import { useEffect, useState } from 'react';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import type { Vehicle } from '../../../live/fleet.ts';
import type { Scope } from './widget-props.ts';

const AGAIN_MS = 2000;

/** The vehicles that an overview is about, as they are now; undefined = not known yet, or it is about all of them. */
export function useMemberVehicles({ members }: Pick<Scope, 'members'>): readonly Vehicle[] | undefined {
  const fleet = useFleet();
  const [vehicles, setVehicles] = useState<readonly Vehicle[]>();
  useEffect(() => {
    if (members === null || fleet === null) return undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      const found = await fleet.read([...members]);
      if (!isGone) setVehicles(found);
    };
    void read();
    const timer = setInterval(() => void read(), AGAIN_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [fleet, members]);
  return members === null ? undefined : vehicles;
}
