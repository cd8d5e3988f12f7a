import type { ExtensionClient, TrackingClient } from '@rastro/tracking-client';
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { NewVersion } from './new-version.ts';
import type { AddressCache } from './places/address-cache.ts';
import type { RecordedPositions } from './places/recorded-positions.ts';
import type { Preferences } from './preferences.ts';
import type { PushService } from './push/push-service.ts';
import type { Session, SessionState, SignedIn } from './session/session.ts';

/** Objects that live as long as the page. Created in `main.tsx`; tests create their own. */
export interface Services {
  readonly client: TrackingClient;
  readonly extension: ExtensionClient;
  readonly session: Session;
  readonly preferences: Preferences;
  readonly addresses: AddressCache;
  readonly recorded: RecordedPositions;
  readonly newVersion: NewVersion;
  readonly pushService: PushService;
}

const Context = createContext<Services | null>(null);

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <Context value={services}>{children}</Context>;
}

export function useServices(): Services {
  const services = useContext(Context);
  if (services === null) throw new Error('Cannot use services: no ServicesProvider above');
  return services;
}

export function useSessionState(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.watch, session.state);
}

/** The session of a screen behind the guard. */
export const useSignedIn = (): SignedIn => signedInOf(useSessionState());

/** @throws when nobody is signed in. */
export function signedInOf(state: SessionState): SignedIn {
  if (state.kind !== 'signedIn') throw new Error(`Cannot show this screen: the session is ${state.kind}`);
  return state;
}
