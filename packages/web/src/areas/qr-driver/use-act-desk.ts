import type { QrCheckIn } from '@rastro/fleet';
import type { ApiFailure, QrDriverAct } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOutletContext } from 'react-router';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { MOST_ACTS, mayComeLater, newClientId, readActs, writeActs, type KeptAct } from './kept-acts.ts';

const KEY = ['qrDriver'];
const AGAIN_MS = 15_000;
const UNLOCKING_MS = 3000;
const CALM_MS = 30_000;

/** What became of an act. */
export interface ToldAct {
  readonly act: KeptAct;
  readonly hasWaited: boolean;
  readonly became:
    | { readonly kind: 'done'; readonly current: QrCheckIn | null }
    | { readonly kind: 'refused'; readonly failure: ApiFailure };
}
/** Where a driver's acts are handed in: they are kept first and sent then, in their order. */
export interface ActDesk {
  readonly waiting: readonly KeptAct[];
  /** Of the last act, and of what waited before it. */
  readonly told: readonly ToldAct[];
  readonly busy: boolean;
  /** @param code Of a vehicle; null = checks out. */
  readonly act: (code: string | null) => Promise<void>;
}

/** The desk of the frame around a driver's screens. */
export const useDesk = (): ActDesk => useOutletContext<ActDesk>();

/** What the driver drives now, as the server knows it; the last that was known stays without a network. */
export function useCurrentCheckIn() {
  const { extension } = useServices();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => valueOf(await extension.checkIn(signal)),
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data?.unlock === 'wanted' ? UNLOCKING_MS : CALM_MS),
  });
}

export function useActDesk(): ActDesk {
  const { extension, preferences } = useServices();
  const { id: userId } = useSignedIn().user;
  const [kept, setKept] = useState(() => readActs(preferences));
  const [told, setTold] = useState<readonly ToldAct[]>([]);
  const isSending = useRef(false);
  const { run, busy } = useWrite(
    (json: QrDriverAct, signal: AbortSignal) => extension.doCheckIn(json, signal),
    { touches: KEY, goesOn: true },
  );
  const isOwn = (act: KeptAct): boolean => act.userId === userId;
  const keep = (acts: readonly KeptAct[]): void => {
    writeActs(preferences, acts);
    setKept(acts);
  };

  /** @param fresh The name of the act that is done at this moment: the clock of the server counts for it. */
  const send = async (fresh: string | null): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let next = readActs(preferences).find(isOwn); next; next = readActs(preferences).find(isOwn)) {
        const act = next;
        const hasWaited = act.clientId !== fresh;
        const answer = await run(bodyOf(act, hasWaited));
        if (answer === null || (!answer.ok && mayComeLater(answer.error, hasWaited))) return;
        keep(readActs(preferences).filter(({ clientId }) => clientId !== act.clientId));
        const became = answer.ok
          ? ({ kind: 'done', current: answer.value } as const)
          : ({ kind: 'refused', failure: answer.error } as const);
        setTold((before) => [...before, { act, hasWaited, became }]);
      }
    } finally {
      isSending.current = false;
    }
  };
  const act = async (code: string | null): Promise<void> => {
    const next = { userId, code, at: new Date().toISOString(), clientId: newClientId() };
    setTold([]);
    keep([...readActs(preferences), next].slice(-MOST_ACTS));
    await send(next.clientId);
  };
  const waiting = kept.filter(isOwn);
  useSendingAgain(waiting.length > 0, () => void send(null));
  return { waiting, told, busy, act };
}

const bodyOf = ({ code, at, clientId }: KeptAct, hasWaited: boolean): QrDriverAct => ({
  id: code ?? 0,
  clientId,
  ...(hasWaited ? { at } : {}),
});

/** What waits is sent when the page opens, when the network is back, and now and then. */
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
