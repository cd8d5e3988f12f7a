import type { QrCheckIn } from '@rastro/fleet';
import type { ApiFailure, QrDriverAction } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOutletContext } from 'react-router';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import {
  MAX_QUEUED,
  mayComeLater,
  newClientId,
  readQueuedCheckIns,
  writeQueuedCheckIns,
  type QueuedCheckIn,
} from './queued-check-ins.ts';

const KEY = ['qrDriver'];
const AGAIN_MS = 15_000;
const UNLOCKING_MS = 3000;
const CALM_MS = 30_000;

/** Result of a check-in or check-out. */
export interface CheckInResult {
  readonly checkIn: QueuedCheckIn;
  readonly hasWaited: boolean;
  readonly became:
    | { readonly kind: 'done'; readonly current: QrCheckIn | null }
    | { readonly kind: 'rejected'; readonly failure: ApiFailure };
}
/** Queue of a driver's check-ins and check-outs: stored first, then sent, in order. */
export interface CheckInQueue {
  readonly waiting: readonly QueuedCheckIn[];
  /** Results of the last one, and of those that waited before it. */
  readonly results: readonly CheckInResult[];
  readonly busy: boolean;
  /** @param code Of a vehicle; null = checks out. */
  readonly submit: (code: string | null) => Promise<void>;
}

/** The queue from the frame around a driver's screens. */
export const useOutletCheckInQueue = (): CheckInQueue => useOutletContext<CheckInQueue>();

/** The driver's current vehicle, as the server knows it; without a network, the last known one stays. */
export function useCurrentCheckIn() {
  const { extension } = useServices();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => valueOf(await extension.checkIn(signal)),
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data?.unlock === 'wanted' ? UNLOCKING_MS : CALM_MS),
  });
}

export function useCheckInQueue(): CheckInQueue {
  const { extension, preferences } = useServices();
  const { id: userId } = useSignedIn().user;
  const [queued, setQueued] = useState(() => readQueuedCheckIns(preferences));
  const [results, setResults] = useState<readonly CheckInResult[]>([]);
  const isSending = useRef(false);
  const { run, busy } = useWrite(
    (json: QrDriverAction, signal: AbortSignal) => extension.doCheckIn(json, signal),
    { touches: KEY, goesOn: true },
  );
  const isOwn = (queuedCheckIn: QueuedCheckIn): boolean => queuedCheckIn.userId === userId;
  const store = (checkIns: readonly QueuedCheckIn[]): void => {
    writeQueuedCheckIns(preferences, checkIns);
    setQueued(checkIns);
  };

  /** @param fresh Id of the check-in made at this moment: the clock of the server counts for it. */
  const send = async (fresh: string | null): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (
        let next = readQueuedCheckIns(preferences).find(isOwn);
        next;
        next = readQueuedCheckIns(preferences).find(isOwn)
      ) {
        const queuedCheckIn = next;
        const hasWaited = queuedCheckIn.clientId !== fresh;
        const answer = await run(bodyOf(queuedCheckIn, hasWaited));
        if (answer === null || (!answer.ok && mayComeLater(answer.error, hasWaited))) return;
        store(readQueuedCheckIns(preferences).filter(({ clientId }) => clientId !== queuedCheckIn.clientId));
        const became = answer.ok
          ? ({ kind: 'done', current: answer.value } as const)
          : ({ kind: 'rejected', failure: answer.error } as const);
        setResults((before) => [...before, { checkIn: queuedCheckIn, hasWaited, became }]);
      }
    } finally {
      isSending.current = false;
    }
  };
  const submit = async (code: string | null): Promise<void> => {
    const next = { userId, code, at: new Date().toISOString(), clientId: newClientId() };
    setResults([]);
    store([...readQueuedCheckIns(preferences), next].slice(-MAX_QUEUED));
    await send(next.clientId);
  };
  const waiting = queued.filter(isOwn);
  useSendingAgain(waiting.length > 0, () => void send(null));
  return { waiting, results, busy, submit };
}

const bodyOf = ({ code, at, clientId }: QueuedCheckIn, hasWaited: boolean): QrDriverAction => ({
  id: code ?? 0,
  clientId,
  ...(hasWaited ? { at } : {}),
});

/** Sends the queue when the page opens, when the network is back, and at intervals. */
function useSendingAgain(isWaiting: boolean, send: () => void): void {
  const again = useEffectEvent(send);
  useEffect(() => {
    if (!isWaiting) return undefined;
    again();
    const timer = setInterval(again, AGAIN_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [isWaiting]);
}
