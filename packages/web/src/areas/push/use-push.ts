import { isShared } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { PushState } from '../../kernel/push/push-desk.ts';

export interface Push {
  /** null = the server does not push to browsers, or not to this person: nothing is shown. */
  readonly state: PushState | null;
  readonly busy: boolean;
  readonly failure: ApiFailure | null;
  readonly turn: (on: boolean) => void;
  /** Sends a test; `sent` says that the push service took it. */
  readonly test: () => void;
  readonly sent: boolean;
}

const NOT_REACHED: ApiFailure = {
  code: 'PUSH_SERVICE_UNREACHABLE',
  status: 0,
  message: '',
  body: null,
  challenge: null,
  trustAvailable: false,
};

/** Messages to this browser while the page is closed. */
export function usePush(): Push {
  const { client, pushDesk } = useServices();
  const { user } = useSignedIn();
  const { may } = useRights();
  const isFor = !isShared(user) && may('notifications.view');
  const channels = useQuery<readonly string[]>({
    queryKey: ['channels'],
    enabled: isFor,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await client.notifications.channels(signal)),
  });
  const isOffered = isFor && channels.data?.includes('webpush') === true;
  const key = useQuery<string>({
    queryKey: ['push-key'],
    enabled: isOffered,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await client.notifications.pushKey(signal)).publicKey,
  });
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [sent, setSent] = useState(false);
  const serverKey = isOffered ? key.data : undefined;

  useEffect(() => {
    if (serverKey === undefined) return undefined;
    const leaving = new AbortController();
    pushDesk.settle(user.id, serverKey, leaving.signal).then(
      (settled) => !leaving.signal.aborted && setState(settled),
      (error: unknown) => console.warn('Cannot read the push subscription of this browser', error),
    );
    return () => leaving.abort();
  }, [pushDesk, user.id, serverKey]);

  const run = async (work: (signal: AbortSignal) => Promise<PushState | ApiFailure>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setSent(false);
    try {
      const outcome = await work(new AbortController().signal);
      if (typeof outcome === 'string') setState(outcome);
      else setFailure(outcome);
    } catch (error) {
      // The push service of the browser maker was not reached, or refused.
      console.warn('Cannot change the push subscription', error);
      setFailure(NOT_REACHED);
    }
    setBusy(false);
  };
  return {
    state: serverKey === undefined ? null : state,
    busy,
    failure,
    sent,
    turn: (on) => {
      if (serverKey === undefined) return;
      void run((signal) => (on ? pushDesk.turnOn(user.id, serverKey, signal) : pushDesk.turnOff(signal)));
    },
    test: () => {
      void run(async (signal) => {
        const answer = await client.notifications.test('webpush', signal);
        if (!answer.ok) return answer.error;
        setSent(true);
        return 'on';
      });
    },
  };
}
