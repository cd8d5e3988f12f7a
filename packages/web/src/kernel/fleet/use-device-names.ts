import type { Device } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../queries/query-client.ts';
import { useServices } from '../services.tsx';

const STALE_MS = 5 * 60_000;
const NONE: ReadonlyMap<number, string> = new Map();

const namesOf = (devices: readonly Device[]): ReadonlyMap<number, string> =>
  new Map(devices.map(({ id, name }) => [id, name]));

/** Names of all devices that the user sees; empty until they are read. */
export function useDeviceNames(): ReadonlyMap<number, string> {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['device-names'],
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => namesOf(valueOf(await client.devices.list({}, signal))),
  });
  return data ?? NONE;
}
