import { isShared } from '@rastro/fleet';
import type { Answer, ApiFailure } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { PushState } from '../../kernel/push/push-service.ts';
import { useFeature } from '../../kernel/use-feature.ts';

export interface Push {
  /** null = the server does not push to browsers, or not to this user: nothing is shown. */
  readonly state: PushState | null;
  readonly busy: boolean;
  readonly failure: ApiFailure | null;
  readonly setEnabled: (on: boolean) => void;
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
  const { client, pushService } = useServices();
  const { user } = useSignedIn();
  const serverKey = useServerKey();
  const [state, setState] = useState<PushState | null>(null);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (serverKey === undefined) return undefined;
    const leaving = new AbortController();
    pushService.settle(user.id, serverKey, leaving.signal).then(
      (settled) => !leaving.signal.aborted && setState(settled),
      (error: unknown) => console.warn('Cannot read the push subscription of this browser', error),
    );
    return () => leaving.abort();
  }, [pushService, user.id, serverKey]);

  // Browser and server are changed one after the other: a change that has begun is finished.
  const turning = useWrite((pushChange: PushChange, signal) => reached(pushChange(signal)), { goesOn: true });
  const testing = useWrite((_: null, signal) => client.notifications.test('webpush', signal));
  const forget = (): void => {
    turning.forget();
    testing.forget();
    setSent(false);
  };
  return {
    state: serverKey === undefined ? null : state,
    busy: turning.busy || testing.busy,
    failure: turning.failure ?? testing.failure,
    sent,
    setEnabled: (on) => {
      if (serverKey === undefined) return;
      forget();
      const pushChange: PushChange = (signal) =>
        on ? pushService.turnOn(user.id, serverKey, signal) : pushService.turnOff(signal);
      void turning.run(pushChange).then((answer) => answer?.ok === true && setState(answer.value));
    },
    test: () => {
      forget();
      void testing.run(null).then((answer) => setSent(answer?.ok === true));
    },
  };
}

type PushChange = (signal: AbortSignal) => Promise<PushState | ApiFailure>;

/**
 * Turns a change of the subscription into an answer; the push service of the browser vendor may be unreachable, or
 * reject it.
 */
async function reached(change: Promise<PushState | ApiFailure>): Promise<Answer<PushState>> {
  try {
    const outcome = await change;
    return typeof outcome === 'string' ? { ok: true, value: outcome } : { ok: false, error: outcome };
  } catch (error) {
    console.warn('Cannot change the push subscription', error);
    return { ok: false, error: NOT_REACHED };
  }
}

/** The key of the server that pushes; undefined = it does not, or not to this user. */
function useServerKey(): string | undefined {
  const { client } = useServices();
  const { user } = useSignedIn();
  const { may } = useRights();
  const isFor = useFeature('webPush') && !isShared(user) && may('notifications.view');
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
  return isOffered ? key.data : undefined;
}
