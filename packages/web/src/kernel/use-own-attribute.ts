import { isShared } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useState } from 'react';
import type { PreferenceName } from './preferences.ts';
import { useWrite } from './queries/use-write.ts';
import { useServices, useSignedIn } from './services.tsx';
import { useRights } from './use-rights.ts';

export interface OwnAttribute {
  /** null = the user has not chosen anything. */
  readonly value: string | null;
  /** @returns why it was not stored; null = it was. */
  readonly save: (value: string) => Promise<ApiFailure | null>;
}

/**
 * A text that a user keeps about the screens: with the account (`{brand}.name`) when they may edit it, so that it
 * is there on every machine, else in this browser.
 */
export function useOwnAttribute(name: string, preference: PreferenceName): OwnAttribute {
  const { client, session, preferences } = useServices();
  const { user, branding } = useSignedIn();
  const isOfBrowser = useIsOfBrowser();
  const [local, setLocal] = useState(() => preferences.read(preference));
  const key = `${branding.brand}.${name}`;
  const stored = user.attributes[key];
  const ofAccount = typeof stored === 'string' ? stored : null;
  const { run } = useWrite<string, unknown>(
    async (value, signal) => {
      const state = session.state();
      if (state.kind !== 'signedIn') return { ok: true, value: null };
      const before = state.user;
      const after = { ...before, attributes: { ...before.attributes, [key]: value } };
      session.setUser(after);
      const answer = await client.users.update(after, signal);
      session.setUser(answer.ok ? answer.value : before);
      return answer;
    },
    // Each write is the whole account.
    { goesOn: true, scope: 'own-account' },
  );

  if (isOfBrowser) {
    const save = (value: string): Promise<null> => {
      preferences.write(preference, value);
      setLocal(value);
      return Promise.resolve(null);
    };
    return { value: local ?? ofAccount, save };
  }
  const save = async (value: string): Promise<ApiFailure | null> => {
    const answer = await run(value);
    return answer?.ok === false ? answer.error : null;
  };
  return { value: ofAccount, save };
}

/** The same to look at alone: cheap enough for each row of a list. */
export function useOwnText(name: string, preference: PreferenceName): string | null {
  const { preferences } = useServices();
  const { user, branding } = useSignedIn();
  const isOfBrowser = useIsOfBrowser();
  const stored = user.attributes[`${branding.brand}.${name}`];
  const ofAccount = typeof stored === 'string' ? stored : null;
  return isOfBrowser ? (preferences.read(preference) ?? ofAccount) : ofAccount;
}

/** May the user not write to the account? */
function useIsOfBrowser(): boolean {
  const { user } = useSignedIn();
  const { may, isReadonly } = useRights();
  return isReadonly || isShared(user) || !may('users.selfEdit');
}
