import type { DriverInspections, InspectionContent } from '@rastro/fleet/inspections';
import { driverInspectionCalls, type ApiFailure } from '@rastro/tracking-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useRef } from 'react';
import type { Photo } from '../../../kernel/pictures/photo-field.tsx';
import { AnswerError } from '../../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { alone, useSendingAgain } from '../send-again.ts';
import { useCurrentCheckIn } from '../use-check-in-queue.ts';
import {
  openInspectionStore,
  type InspectionStore,
  type QueuedInspection,
  type StoredGiven,
} from './inspection-store.ts';
import { sendInspections } from './send-inspections.ts';

/** Storage of this phone; tests have their own. */
export const InspectionStoreContext = createContext<InspectionStore>(
  openInspectionStore(globalThis.indexedDB),
);
const GIVEN_KEY = ['driverInspections'] as const;
const QUEUE_KEY = ['driverInspectionQueue'] as const;
const REFRESH_MS = 60_000;
/** An older list is of another day. */
const STALE_MS = 86_400_000;
const LOCK = 'rastro-driver-inspections';
const ENDED = 401;

/** Storage that is only for times without a network is not worth an error. */
const warn = (error: unknown): null => {
  console.warn('Cannot use what this phone stores', error);
  return null;
};

export interface KnownGiven extends StoredGiven {
  /** The server could not be asked: it is the last that it gave. */
  readonly isOld: boolean;
}
/** Checklists and defects of the driver's vehicle; without a network the last ones that the phone has. */
export function useGiven() {
  const { extension } = useServices();
  const { id: userId } = useSignedIn().user;
  const store = useContext(InspectionStoreContext);
  const { data: checkIn } = useCurrentCheckIn();
  return useQuery<KnownGiven>({
    queryKey: [...GIVEN_KEY, userId, checkIn?.deviceId ?? 0],
    queryFn: async ({ signal }) => {
      const answer = await driverInspectionCalls(extension.calls).given(signal);
      if (answer.ok) {
        const stored = { userId, at: Date.now(), given: answer.value };
        await store.saveGiven(stored).catch(warn);
        return { ...stored, isOld: false };
      }
      const isAway = answer.error.status === 0 || answer.error.status >= 500;
      const stored = isAway ? await store.given(userId).catch(warn) : null;
      if (!stored || Date.now() - stored.at > STALE_MS) throw new AnswerError(answer.error);
      return { ...stored, isOld: true };
    },
    networkMode: 'always',
    refetchInterval: REFRESH_MS,
    retry: false,
  });
}

/** An inspection as the driver has filled it in. */
export interface NewInspection {
  readonly content: InspectionContent;
  readonly name: string;
  readonly isBlocking: boolean;
  readonly photos: readonly Photo[];
}
/** Queue of a driver's inspections: stored first, then sent, in order, once. */
export interface InspectionQueue {
  readonly waiting: readonly QueuedInspection[];
  /** Number of pictures that wait. */
  readonly photos: number;
  /** @throws when the phone cannot store it. */
  readonly add: (inspection: NewInspection) => Promise<void>;
  /** Forgets one that the server has refused. */
  readonly dismiss: (key: string) => Promise<void>;
}

/** @param mayBegin Check-ins that still wait are sent before: an inspection lies within one. */
export function useInspectionQueue(mayBegin: boolean): InspectionQueue {
  const store = useContext(InspectionStoreContext);
  const { id: userId } = useSignedIn().user;
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [...QUEUE_KEY, userId],
    queryFn: async () => ({
      waiting: await store.inspections(userId),
      photos: (await store.photos(userId)).length,
    }),
    networkMode: 'always',
    staleTime: Infinity,
    // Other tabs of the same phone send, too.
    refetchOnWindowFocus: true,
  });
  const waiting = data?.waiting ?? [];
  const photos = data?.photos ?? 0;
  const read = (): Promise<void> => queries.invalidateQueries({ queryKey: QUEUE_KEY });
  const send = useSending(read);
  useSendingAgain((waiting.some(({ refusal }) => refusal === null) || photos > 0) && mayBegin, send);
  const add: InspectionQueue['add'] = async ({ content, name, isBlocking, photos: taken }) => {
    const stored = await Promise.all(
      taken.map(async ({ id, blob }) => {
        const bytes = await blob.arrayBuffer();
        return { userId, id, key: content.key, type: blob.type, bytes };
      }),
    );
    await store.add({ userId, content, name, isBlocking, refusal: null }, stored);
    await read();
    if (mayBegin) void send();
  };
  const dismiss: InspectionQueue['dismiss'] = async (key) => {
    await store.remove(key);
    await read();
  };
  return { waiting, photos, add, dismiss };
}

/** Sends the queue, in one tab at a time. */
function useSending(read: () => Promise<void>): () => Promise<ApiFailure | null> {
  const { extension, session } = useServices();
  const { id: userId } = useSignedIn().user;
  const queries = useQueryClient();
  const store = useContext(InspectionStoreContext);
  const isSending = useRef(false);
  const hasMore = useRef(false);
  const calls = useMemo(() => driverInspectionCalls(extension.calls), [extension]);
  return async () => {
    hasMore.current = true;
    if (isSending.current) return null;
    isSending.current = true;
    try {
      let failure: ApiFailure | null = null;
      // Whatever is added meanwhile goes with the same.
      while (hasMore.current && failure === null) {
        hasMore.current = false;
        const { signal } = new AbortController();
        failure = await alone(LOCK, () => sendInspections({ store, calls, userId, now: Date.now }, signal));
      }
      if (failure?.status === ENDED) session.expire();
      return failure;
    } finally {
      isSending.current = false;
      await read();
      void queries.invalidateQueries({ queryKey: GIVEN_KEY });
    }
  };
}

/** The queue of the frame around a driver's screens. */
export const InspectionQueueContext = createContext<InspectionQueue | null>(null);
/** @throws outside the frame. */
export function useFrameInspections(): InspectionQueue {
  const queue = useContext(InspectionQueueContext);
  if (queue === null) throw new Error('Cannot use the queue of inspections: no frame of a driver around');
  return queue;
}

/** Checklists that a driver can fill in, with what waits in the phone. */
export interface OfferedChecklist {
  readonly checklist: DriverInspections['checklists'][number];
  readonly phase: InspectionContent['phase'];
  readonly state: 'open' | 'waiting' | 'done';
}
export const offeredChecklists = (
  { checklists, done, deviceId }: DriverInspections,
  waiting: readonly QueuedInspection[],
): readonly OfferedChecklist[] =>
  checklists.flatMap((checklist) =>
    checklist.phases.map((phase) => {
      const isWaiting = waiting.some(
        ({ content, refusal }) =>
          refusal === null &&
          content.checklistId === checklist.id &&
          content.phase === phase &&
          content.deviceId === deviceId,
      );
      const isDone = done.some((each) => each.checklistId === checklist.id && each.phase === phase);
      return { checklist, phase, state: isWaiting ? 'waiting' : isDone ? 'done' : 'open' };
    }),
  );
