import { isShared } from '@rastro/fleet';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { nearestPath } from '../areas/devices/nearest/nearest-place.ts';
import { useFailureText } from '../ui/use-failure-text.ts';
import type { LiveMapProps } from '../kernel/map/entry-points.ts';
import { useMapFocus } from '../kernel/map/map-focus.tsx';
import { useServices, useSignedIn } from '../kernel/services.tsx';
import { useRights } from '../kernel/use-rights.ts';
import { useFormat } from '../kernel/formats/use-format.ts';

/**
 * Deps of the map tools: units, the search of the server, and the marker for a result. A guest has no tools: they
 * follow their vehicle, and do not measure, search or print.
 */
export function useMapTools(): LiveMapProps['tools'] {
  const { client } = useServices();
  const { server, branding, user } = useSignedIn();
  const { focus } = useMapFocus();
  const format = useFormat();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const isGuest = isShared(user);
  const maySeeDevices = useRights().may('devices.view');
  const hasGeocoder = server.server.geocoderEnabled;
  const tools = useMemo<NonNullable<LiveMapProps['tools']>>(
    () => ({
      title: branding.title,
      now: () => format.dateTime(Date.now()),
      writeLength: (metres) => format.length(metres),
      writePlace: (place) => format.coordinates(place),
      search: hasGeocoder
        ? async (text, signal) => {
            const answer = await client.server.searchPlaces(text, signal);
            return answer.ok ? answer.value : failureText(answer.error);
          }
        : null,
      onNearest: maySeeDevices ? (place) => void navigate(nearestPath(place)) : null,
      onPlace: focus,
    }),
    [client, branding, hasGeocoder, maySeeDevices, navigate, focus, format, failureText],
  );
  return isGuest ? undefined : tools;
}
