import { useMemo } from 'react';
import { useFailureText } from '../ui/use-failure-text.ts';
import type { LiveMapProps } from '../kernel/map/doors.ts';
import { useMapFocus } from '../kernel/map/map-focus.tsx';
import { useServices, useSignedIn } from '../kernel/services.tsx';
import { useFormat } from '../kernel/formats/use-format.ts';

/** What the tools of the map need: units, the search of the server, and the mark for what was found. */
export function useMapTools(): NonNullable<LiveMapProps['tools']> {
  const { client } = useServices();
  const { server, branding } = useSignedIn();
  const { focus } = useMapFocus();
  const format = useFormat();
  const failureText = useFailureText();
  const hasGeocoder = server.server.geocoderEnabled;
  return useMemo(
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
      onPlace: focus,
    }),
    [client, branding, hasGeocoder, focus, format, failureText],
  );
}
