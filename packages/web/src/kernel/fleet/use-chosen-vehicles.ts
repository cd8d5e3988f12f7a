import type { Device, Group } from '@rastro/fleet';
import { membersOf } from '@rastro/fleet/figures';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { valueOf } from '../queries/query-client.ts';
import { useServices } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { readChosen, writeChosen, NONE_CHOSEN, type ChosenVehicles } from './chosen-address.ts';

/** Members that are not known yet. */
export const UNKNOWN_MEMBERS: ReadonlySet<number> = new Set();

/** Ids of the vehicles that a choice stands for: null = all that the reader sees; empty until they are known. */
export function useMembers({ deviceIds, groupIds }: ChosenVehicles): ReadonlySet<number> | null {
  const { client } = useServices();
  const { may } = useRights();
  const isChosen = deviceIds.length + groupIds.length > 0;
  const { data: vehicles } = useQuery<readonly Device[]>({
    queryKey: ['devices', 'chosen'],
    enabled: isChosen,
    queryFn: async ({ signal }) => valueOf(await client.devices.list({}, signal)),
  });
  const { data: groups } = useQuery<readonly Group[]>({
    queryKey: ['groups'],
    enabled: groupIds.length > 0 && may('groups.view'),
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  return useMemo(() => {
    if (!isChosen) return null;
    return vehicles === undefined
      ? UNKNOWN_MEMBERS
      : membersOf({ deviceIds, groupIds }, vehicles, groups ?? []);
  }, [isChosen, deviceIds, groupIds, vehicles, groups]);
}

export interface ChosenList {
  /** Null = the list is about all vehicles. */
  readonly members: ReadonlySet<number> | null;
  readonly clear: () => void;
}

/** Vehicles that the address limits a list to. */
export function useChosenVehicles(): ChosenList {
  const [search, setSearch] = useSearchParams();
  const text = ['devices', 'groups'].map((name) => search.get(name) ?? '').join(' ');
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- Another part of the address changes nothing here.
  const chosen = useMemo(() => readChosen(search), [text]);
  const members = useMembers(chosen);
  const clear = useCallback(
    () => setSearch((old) => writeChosen(old, NONE_CHOSEN), { replace: true }),
    [setSearch],
  );
  return { members, clear };
}
