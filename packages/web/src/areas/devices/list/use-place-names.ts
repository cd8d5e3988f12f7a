import type { LatLng } from '@rastro/fleet';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { useServices } from '../../../kernel/services.tsx';
import { learnPlaces, type PlaceNames } from './learn-places.ts';

const NONE: ReadonlyMap<number, string> = new Map();
/** Vehicles go on, and lists change. */
const AGAIN_MS = 20_000;

/** Names of the places of the list, while it is ordered by them. */
export function usePlaceNames(isAsked: boolean): ReadonlyMap<number, string> {
  const fleet = useFleet();
  const { client } = useServices();
  const { language } = useTranslation().i18n;
  const [names, setNames] = useState(NONE);
  useEffect(() => {
    if (!isAsked || fleet === null) return undefined;
    const ended = new AbortController();
    const known: PlaceNames = new Map();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deps = {
      ids: () => fleet.list().ids,
      read: (ids: readonly number[]) => fleet.read(ids),
      ask: (places: readonly LatLng[], signal: AbortSignal) => client.server.addresses(places, signal),
    };
    const learn = async (): Promise<void> => {
      const isNews = await learnPlaces(known, deps, ended.signal);
      if (ended.signal.aborted) return;
      if (isNews) setNames(new Map([...known].filter(([, name]) => name !== '')));
      timer = setTimeout(() => void learn(), AGAIN_MS);
    };
    void learn();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [isAsked, fleet, client, language]);
  return isAsked ? names : NONE;
}
