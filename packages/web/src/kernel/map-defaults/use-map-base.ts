import { isShared, type TileSource } from '@rastro/fleet';
import { useMemo, useState } from 'react';
import { useWrite } from '../queries/use-write.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { availableBases, chosenBase, OFFLINE_BASE } from './map-bases.ts';

export interface MapBase {
  readonly sources: readonly TileSource[];
  /** null = the base without a network. */
  readonly baseId: string | null;
  readonly choose: (id: string | null) => void;
}

/** The bases that this user may choose from, with names in their language's own words added by the map. */
export function useBases(): readonly TileSource[] {
  const { branding, server } = useSignedIn();
  const { attributes } = server.server;
  return useMemo(() => availableBases(branding.tileSources, attributes), [branding, attributes]);
}

/** The base of the map. A choice is stored with the account; where that is not allowed, in this browser. */
export function useMapBase(): MapBase {
  const { client, session, preferences } = useServices();
  const { user, server } = useSignedIn();
  const { may, isReadonly } = useRights();
  const sources = useBases();
  const isInAccount = !isReadonly && !isShared(user) && may('users.selfEdit');
  const [picked, setPicked] = useState<string | null>(null);
  const local = picked ?? (isInAccount ? null : preferences.read('mapBase'));
  const baseId = chosenBase(sources, {
    user,
    // What the user picks now is seen now, whatever the server prefers at the start.
    server: picked === null ? server.server : { ...server.server, forceSettings: false },
    local,
  });
  const { run } = useWrite(
    (map: string, signal) => client.users.update({ ...user, map, password: null }, signal),
    { goesOn: true, scope: 'own-account' },
  );
  const save = async (map: string): Promise<void> => {
    const answer = await run(map);
    if (answer?.ok === true) session.setUser(answer.value);
    // The account could not take it: this browser remembers.
    else preferences.write('mapBase', map);
  };
  const choose = (id: string | null): void => {
    const map = id ?? OFFLINE_BASE;
    setPicked(map);
    if (isInAccount) void save(map);
    else preferences.write('mapBase', map);
  };
  return { sources, baseId, choose };
}
