import { DAY_S } from '@rastro/base';
import { decodeTrack, TrackFrames, type TrackAnnotationKind } from '@rastro/fleet/tracks';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../kernel/services.tsx';
import type { Span } from './track.ts';

/** A zoom at which every record has its marks. */
const NEAR = 14;
/** Marks of a vehicle's records, by their second since 1970. */
export type RecordAnnotations = ReadonlyMap<number, readonly TrackAnnotationKind[]>;
const NONE: RecordAnnotations = new Map();

/** Annotations for the records of a stretch; empty until they are loaded, and where the server has none. */
export function useRecordAnnotations(deviceId: number, { from, to }: Span): RecordAnnotations {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['history', 'annotations', deviceId, from, to],
    queryFn: async ({ signal }): Promise<RecordAnnotations> => {
      const annotations = new Map<number, TrackAnnotationKind[]>();
      const frames = new TrackFrames();
      const asked = {
        deviceId,
        from: new Date(from * 1000),
        to: new Date(to * 1000),
        zoom: NEAR,
        view: null,
      };
      const take = (received: Uint8Array): void => {
        for (const bytes of frames.push(received)) {
          const chunk = decodeTrack(bytes);
          if (!chunk.ok) throw new Error(chunk.error);
          for (const { second, kind } of chunk.value.annotations) {
            const at = chunk.value.day * DAY_S + second;
            annotations.set(at, [...(annotations.get(at) ?? []), kind]);
          }
        }
      };
      await client.tracks.read(asked, take, signal);
      return annotations;
    },
  });
  return data ?? NONE;
}
