import type { InspectionContent, InspectionDetail } from '@rastro/fleet/inspections';
import type { Answer } from '@rastro/tracking-client';
import type { Photo } from '../../kernel/pictures/photo-field.tsx';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { INSPECTIONS_KEY, useInspectionCalls } from './use-inspections.ts';

interface Filled {
  readonly content: InspectionContent;
  readonly pictures: readonly Photo[];
}
/** The picture itself is the reason: another attempt would end the same, and the inspection says so. */
const REFUSED: readonly number[] = [400, 404, 413, 415];

/** Sends an inspection and then its pictures. After a failure the same again sends what is left. */
export function useSendInspection() {
  const calls = useInspectionCalls();
  const send = async (
    { content, pictures }: Filled,
    signal: AbortSignal,
  ): Promise<Answer<InspectionDetail>> => {
    const answer = await calls.make(content, signal);
    if (!answer.ok) return answer;
    for (const { id, blob } of pictures) {
      const sent = await calls.sendPicture({ inspectionId: answer.value.id, id, bytes: blob }, signal);
      if (!sent.ok && !REFUSED.includes(sent.error.status)) return sent;
    }
    return answer;
  };
  return useWrite<Filled, InspectionDetail>(send, { touches: INSPECTIONS_KEY });
}
