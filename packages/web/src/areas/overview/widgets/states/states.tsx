import { useEffect, useState } from 'react';
import { FIGURE_STATES, stateContent, type StateCounts } from '@rastro/fleet/figures';
import { useFleet, useFleetList } from '../../../../kernel/fleet/fleet-context.tsx';
import { vehicleState } from '../../../../live/vehicle-state.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { ContentView } from '../content-view.tsx';
import { StateShares } from './state-shares.tsx';
import { WidgetBody } from '../widget-body.tsx';
import { ofAll, type Scope, type WidgetProps } from '../widget-props.ts';

const AGAIN_MS = 2000;

/** Vehicles by state, counted as the list of vehicles counts them. */
export function StatesWidget({ scope }: WidgetProps) {
  const counts = useStates(scope);
  const now = useNow(60_000);
  const query = { data: counts, error: null, dataUpdatedAt: now, refetch: () => undefined };
  const groupId = scope.deviceIds.length === 0 && scope.groupIds.length === 1 ? scope.groupIds[0] : undefined;
  return (
    <WidgetBody query={query} empty={null}>
      {(known) => (
        <>
          <ContentView
            content={stateContent(known)}
            label=""
            linkOf={({ name }) => {
              const state = FIGURE_STATES.find((each) => `state.${each}` === name);
              const path = `/devices?filter=${state}`;
              return groupId === undefined ? ofAll(scope, path) : `${path}&group=${groupId}`;
            }}
          />
          <StateShares counts={known} />
        </>
      )}
    </WidgetBody>
  );
}

/** Undefined until they are known. */
function useStates({ members }: Scope): StateCounts | undefined {
  const { counts, loaded } = useFleetList();
  const fleet = useFleet();
  const [chosen, setChosen] = useState<StateCounts>();
  useEffect(() => {
    if (members === null || fleet === null) return undefined;
    let isGone = false;
    const count = async (): Promise<void> => {
      const vehicles = await fleet.read([...members]);
      if (isGone) return;
      const sums = { moving: 0, stopped: 0, offline: 0, unknown: 0 };
      for (const vehicle of vehicles) sums[vehicleState(vehicle)] += 1;
      setChosen(sums);
    };
    void count();
    const timer = setInterval(() => void count(), AGAIN_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [fleet, members]);
  if (members !== null) return chosen;
  return loaded ? counts : undefined;
}
