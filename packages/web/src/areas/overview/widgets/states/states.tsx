import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet, useFleetList } from '../../../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { vehicleState, type VehicleState } from '../../../../live/vehicle-state.ts';
import { Shares } from '../../../../ui/marks/shares.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { Figures } from '../figures.tsx';
import { WidgetBody } from '../widget-body.tsx';
import { ofAll, type Scope, type WidgetProps } from '../widget-props.ts';

const STATES = ['moving', 'stopped', 'offline', 'unknown'] as const;
const TONES = { moving: 'good', stopped: 'plain', offline: 'bad', unknown: 'quiet' } as const;
type Counts = Readonly<Record<VehicleState, number>>;
const AGAIN_MS = 2000;

/** Vehicles by state, counted as the list of vehicles counts them. */
export function StatesWidget({ scope }: WidgetProps) {
  const { t } = useTranslation(['overview', 'devices']);
  const format = useFormat();
  const counts = useStates(scope);
  const now = useNow(60_000);
  const query = { data: counts, error: null, dataUpdatedAt: now, refetch: () => undefined };
  const parts = STATES.map((state) => ({ state, value: counts?.[state] ?? 0, tone: TONES[state] }));
  const sentence = parts
    .map(({ state, value }) => `${t(`overview:state.${state}`)}: ${format.number(value)}`)
    .join(', ');
  const groupId = scope.deviceIds.length === 0 && scope.groupIds.length === 1 ? scope.groupIds[0] : undefined;
  return (
    <WidgetBody query={query} empty={null}>
      {() => (
        <>
          <Figures
            figures={parts.map(({ state, value }) => ({
              name: t(`overview:state.${state}`),
              value: format.number(value),
              to:
                groupId === undefined
                  ? ofAll(scope, `/devices?filter=${state}`)
                  : `/devices?filter=${state}&group=${groupId}`,
            }))}
          />
          <Shares parts={parts} label={sentence} />
        </>
      )}
    </WidgetBody>
  );
}

/** Undefined until they are known. */
function useStates({ members }: Scope): Counts | undefined {
  const { counts, loaded } = useFleetList();
  const fleet = useFleet();
  const [chosen, setChosen] = useState<Counts>();
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
