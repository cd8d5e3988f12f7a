import { randomToken } from '@rastro/base';
import type { CredentialStorage, StoredCredential } from '@rastro/storage';
import { whenMessagesAreLost } from '../messages/lost-messages.ts';
import { Rereading } from '../messages/rereading.ts';
import { sentSoon } from '../messages/sent-soon.ts';
import type { CredentialChange, TrackerBus } from '../messages/topics.ts';
import type { Credentials } from './credentials.ts';

/** State of this process that others have, too. */
export interface Shared {
  close(): void;
}

/** Loads the credentials, and keeps those of this process and of all others the same. */
export async function shareCredentials(
  credentials: Credentials,
  storage: CredentialStorage,
  bus: TrackerBus,
): Promise<Shared> {
  const from = randomToken(8);
  const rereading = new Rereading<readonly StoredCredential[], CredentialChange>({
    load: () => storage.credentials(),
    become: (stored, since) => credentials.become(stored, since),
  });
  const stops = [
    bus.subscribe('credentials.changed', (change) => {
      if (change.from === from) return;
      credentials.follow(change);
      rereading.note(change);
    }),
    credentials.watchChanges((change) => {
      bus.publish('credentials.changed', { ...change, from });
      rereading.note(change);
      return sentSoon(bus);
    }),
    whenMessagesAreLost(bus, ['credentials.changed'], () => rereading.finish()),
    () => rereading.close(),
  ];
  await bus.flush();
  await credentials.load();
  return {
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
