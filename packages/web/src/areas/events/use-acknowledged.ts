import { useCallback, useState } from 'react';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { readAcknowledged, storeAcknowledged } from './acknowledged.ts';

export interface Acknowledged {
  readonly ids: ReadonlySet<number>;
  readonly set: (ids: readonly number[], isDone: boolean) => void;
}

/** What this person has seen to, kept in this browser. */
export function useAcknowledged(): Acknowledged {
  const { preferences } = useServices();
  const { id: userId } = useSignedIn().user;
  const [ids, setIds] = useState(() => readAcknowledged(preferences.read('acknowledged'), userId));
  const set = useCallback(
    (changed: readonly number[], isDone: boolean) => {
      const stored = preferences.read('acknowledged');
      const next = new Set(readAcknowledged(stored, userId));
      for (const id of changed) {
        if (isDone) next.add(id);
        else next.delete(id);
      }
      preferences.write('acknowledged', storeAcknowledged(stored, userId, next));
      setIds(next);
    },
    [preferences, userId],
  );
  return { ids, set };
}
