import { countStates, FIGURE_STATES, stateContent, type StateCounts } from '@rastro/fleet/figures';
import { useFleetList } from '../../../../kernel/fleet/fleet-context.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { ContentView } from '../content-view.tsx';
import { StateShares } from './state-shares.tsx';
import { useMemberVehicles } from '../use-member-vehicles.ts';
import { WidgetBody } from '../widget-body.tsx';
import { listLink, type Scope, type WidgetProps } from '../widget-props.ts';

/** Vehicles by state, counted as the list of vehicles counts them. */
export function StatesWidget({ scope }: WidgetProps) {
  const counts = useStates(scope);
  const now = useNow(60_000);
  const query = { data: counts, error: null, dataUpdatedAt: now, refetch: () => undefined };
  return (
    <WidgetBody query={query} empty={null}>
      {(known) => (
        <>
          <ContentView
            content={stateContent(known)}
            label=""
            linkOf={({ name }) => {
              const state = FIGURE_STATES.find((each) => `state.${each}` === name);
              return listLink('/devices', `filter=${state}`, scope);
            }}
          />
          <StateShares counts={known} />
        </>
      )}
    </WidgetBody>
  );
}

/** Undefined until they are known. */
function useStates(scope: Scope): StateCounts | undefined {
  const { counts, loaded } = useFleetList();
  const vehicles = useMemberVehicles(scope);
  if (scope.members === null) return loaded ? counts : undefined;
  if (vehicles === undefined) return undefined;
  return countStates(vehicles);
}
