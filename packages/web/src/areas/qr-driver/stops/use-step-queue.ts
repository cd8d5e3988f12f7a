import type { DriverStep, DriverStepAnswer, DriverStops } from '@rastro/fleet/orders';
import { driverStopCalls, type ApiFailure } from '@rastro/tracking-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { useZone } from '../../../kernel/formats/use-zone.ts';
import { AnswerError } from '../../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { alone, useSendingAgain } from '../send-again.ts';
import {
  heldPictures,
  type DriverStore,
  type QueuedPicture,
  type QueuedStep,
  type StoredStops,
} from './driver-store.ts';
import { openDriverStore } from './open-driver-store.ts';
import { codeProblemIn, sendQueue } from './send-queue.ts';
import { withAnswer } from './stop-state.ts';

/** Storage of this phone; tests have their own. */
export const DriverStoreContext = createContext<DriverStore>(openDriverStore(globalThis.indexedDB));
export const useDriverStore = (): DriverStore => useContext(DriverStoreContext);

/** Begins the key of a driver's list. */
export const STOPS_KEY = ['driverStops'] as const;
/** The same for what waits in the phone. */
const QUEUE_KEY = ['driverQueue'] as const;
const REFRESH_MS = 60_000;
/** An older list is another day's work. */
const STALE_MS = 86_400_000;
const LOCK = 'rastro-driver-queue';
const ENDED = 401;

/** Storage that is only for times without a network is not worth an error. */
const warn = (error: unknown): null => {
  console.warn('Cannot use what this phone stores', error);
  return null;
};

export interface KnownStops extends StoredStops {
  /** The server could not be asked: it is the last list that it gave. */
  readonly isOld: boolean;
}

/** The driver's list; without a network the last one that the phone has. */
export function useStops() {
  const { extension } = useServices();
  const { id: userId } = useSignedIn().user;
  const zone = useZone();
  const store = useDriverStore();
  return useQuery<KnownStops>({
    queryKey: [...STOPS_KEY, userId, zone],
    queryFn: async ({ signal }) => {
      const answer = await driverStopCalls(extension.calls).list(zone, signal);
      if (answer.ok) {
        const stored = { userId, at: Date.now(), list: answer.value };
        await store.saveList(stored).catch(warn);
        return { ...stored, isOld: false };
      }
      const isAway = answer.error.status === 0 || answer.error.status >= 500;
      const stored = isAway ? await store.list(userId).catch(warn) : null;
      if (!stored) throw new AnswerError(answer.error);
      if (Date.now() - stored.at > STALE_MS) throw new AnswerError(answer.error);
      return { ...stored, isOld: true };
    },
    refetchInterval: REFRESH_MS,
    retry: false,
  });
}

/** Answer to a step, with the stop that it was about. */
export interface StepResult {
  readonly customer: string;
  readonly answer: DriverStepAnswer;
}
/** Queue of a driver's steps: stored first, then sent, in order, once. */
export interface StepQueue {
  readonly waiting: readonly QueuedStep[];
  /** Pictures whose steps have been sent. */
  readonly pictures: number;
  /** Answers that the driver has to know. */
  readonly results: readonly StepResult[];
  readonly dismiss: () => void;
  /** @throws when the phone cannot store it. */
  readonly add: (step: DriverStep, customer: string, pictures: readonly NewPicture[]) => Promise<void>;
  /** Sends a step whose code was wrong again, with another one. @throws when the phone cannot store it. */
  readonly retry: (queued: QueuedStep, code: string) => Promise<void>;
  /** Deletes a step that waits for a code, with its pictures. */
  readonly discard: (queued: QueuedStep) => Promise<void>;
}
export interface NewPicture extends Pick<QueuedPicture, 'id' | 'use'> {
  readonly blob: Blob;
}

/** @param mayBegin Check-ins that still wait are sent before: a step lies within one. */
export function useStepQueue(mayBegin: boolean): StepQueue {
  const store = useDriverStore();
  const { id: userId } = useSignedIn().user;
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly StepResult[]>([]);
  const { data } = useQuery({
    queryKey: [...QUEUE_KEY, userId],
    queryFn: async () => ({ steps: await store.steps(userId), pictures: await store.pictures(userId) }),
    staleTime: Infinity,
    // Other tabs of the same phone send, too.
    refetchOnWindowFocus: true,
  });
  const waiting = data?.steps ?? [];
  const held = heldPictures(waiting);
  const pictures = data?.pictures.filter(({ id }) => !held.has(id)).length ?? 0;
  const read = (): Promise<void> => queries.invalidateQueries({ queryKey: QUEUE_KEY });
  const send = useSending({
    read,
    onResult: (result) => setResults((before) => [...before, result]),
  });
  const hasWork = waiting.some(({ isRejected }) => !isRejected) || pictures > 0;
  useSendingAgain(hasWork && mayBegin, send);
  const add: StepQueue['add'] = async (step, customer, more) => {
    const stored = await Promise.all(
      more.map(async ({ id, use, blob }) => {
        const bytes = await blob.arrayBuffer();
        return { userId, id, use, orderId: step.orderId, type: blob.type, bytes };
      }),
    );
    await store.add({ userId, step, customer, isRejected: false }, stored);
    await read();
    if (mayBegin) void send();
  };
  const retry: StepQueue['retry'] = async ({ codeProblem: _, ...queued }, code) => {
    await store.add({ ...queued, step: { ...queued.step, code }, isRejected: false }, []);
    await read();
    if (mayBegin) void send();
  };
  const discard: StepQueue['discard'] = async ({ step }) => {
    for (const { id } of step.pictures) await store.removePicture(id);
    await store.removeSteps([step.id]);
    await read();
  };
  return { waiting, pictures, results, dismiss: () => setResults([]), add, retry, discard };
}

interface SendingInput {
  readonly read: () => Promise<void>;
  readonly onResult: (result: StepResult) => void;
}
/** Sends the queue, in one tab at a time. @returns why something still waits; null = nothing does. */
function useSending({ read, onResult }: SendingInput): () => Promise<ApiFailure | null> {
  const { extension, session } = useServices();
  const { id: userId } = useSignedIn().user;
  const queries = useQueryClient();
  const store = useDriverStore();
  const isSending = useRef(false);
  const hasMore = useRef(false);
  const calls = useMemo(() => driverStopCalls(extension.calls), [extension]);
  const update = async (change: (list: DriverStops) => DriverStops): Promise<void> => {
    queries.setQueriesData<KnownStops>({ queryKey: STOPS_KEY }, (known) =>
      known === undefined ? known : { ...known, list: change(known.list) },
    );
    const stored = await store.list(userId);
    if (stored !== null) await store.saveList({ ...stored, list: change(stored.list) });
  };
  const sendAll = async (): Promise<ApiFailure | null> => {
    const onAnswer = async (queued: QueuedStep, answer: DriverStepAnswer): Promise<void> => {
      const isPlain = answer.outcome === 'counted' || answer.outcome === 'noted';
      // What waits for another code is shown as long as it does.
      if (!isPlain && codeProblemIn(answer) === null) onResult({ customer: queued.customer, answer });
      await update((list) => withAnswer(list, queued, answer));
    };
    // Nobody stops it when the screen is left: the frame stays as long as the driver is signed in.
    const { signal } = new AbortController();
    const failure = await sendQueue({ store, calls, userId, now: Date.now, onAnswer }, signal);
    if (failure?.status === ENDED) session.expire();
    return failure;
  };
  return async () => {
    hasMore.current = true;
    if (isSending.current) return null;
    isSending.current = true;
    try {
      let failure: ApiFailure | null = null;
      // Whatever is added meanwhile goes with the same.
      while (hasMore.current && failure === null) {
        hasMore.current = false;
        failure = await alone(LOCK, sendAll);
      }
      return failure;
    } finally {
      isSending.current = false;
      await read();
      void queries.invalidateQueries({ queryKey: STOPS_KEY });
    }
  };
}

/** The queue of the frame around a driver's screens. */
export const StepQueueContext = createContext<StepQueue | null>(null);
/** @throws outside the frame. */
export function useFrameQueue(): StepQueue {
  const queue = useContext(StepQueueContext);
  if (queue === null) throw new Error('Cannot use the queue of steps: no frame of a driver around');
  return queue;
}
