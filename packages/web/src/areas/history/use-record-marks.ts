import { decodeTrack, TrackFrames, type TrackMarkKind } from '@rastro/fleet/tracks';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../kernel/services.tsx';
import type { Span } from './track.ts';

/** A zoom at which every record has its marks. */
const NEAR = 14;
const DAY_S = 86_400;
/** Marks of a vehicle's records, by their second since 1970. */
export type RecordMarks = ReadonlyMap<number, readonly TrackMarkKind[]>;
const NONE: RecordMarks = new Map();

/** What is to be known of the records of a stretch; none until it is known, and where it cannot be had. */
export function useRecordMarks(deviceId: number, { from, to }: Span): RecordMarks {
  const { client } = useServices();
  const { data } = useQuery({
    queryKey: ['history', 'marks', deviceId, from, to],
    queryFn: async ({ signal }): Promise<RecordMarks> => {
      const marks = new Map<number, TrackMarkKind[]>();
      const frames = new TrackFrames();
      const asked = {
        deviceId,
        from: new Date(from * 1000),
        to: new Date(to * 1000),
        zoom: NEAR,
        view: null,
      };
      const take = (piece: Uint8Array): void => {
        for (const bytes of frames.push(piece)) {
          const chunk = decodeTrack(bytes);
          if (!chunk.ok) throw new Error(chunk.error);
          for (const { second, kind } of chunk.value.marks) {
            const at = chunk.value.day * DAY_S + second;
            marks.set(at, [...(marks.get(at) ?? []), kind]);
          }
        }
      };
      await client.tracks.read(asked, take, signal);
      return marks;
    },
  });
  return data ?? NONE;
}
