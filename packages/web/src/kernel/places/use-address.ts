import type { LatLng } from '@rastro/fleet';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlace } from '../../live/is-place.ts';
import { useServices } from '../services.tsx';

/** A place, and its address where it is known already. */
export interface Addressed extends LatLng {
  readonly address?: string | null;
}

const nothing = (): void => undefined;

/** Address of a place; null = not known, or not yet. Requested while it is visible. */
export function useAddress(place: Addressed | null): string | null {
  const { addresses } = useServices();
  const { i18n } = useTranslation();
  const { language } = i18n;
  const written = place?.address ?? '';
  const isAsked = place !== null && written === '' && isPlace(place);
  const latitude = isAsked ? place.latitude : null;
  const longitude = isAsked ? place.longitude : null;
  const watch = useCallback(
    (wake: () => void) =>
      latitude === null || longitude === null
        ? nothing
        : addresses.watch({ latitude, longitude }, language, wake),
    [addresses, latitude, longitude, language],
  );
  const found = useSyncExternalStore(watch, () =>
    latitude === null || longitude === null ? null : addresses.read({ latitude, longitude }, language),
  );
  return written === '' ? found : written;
}
