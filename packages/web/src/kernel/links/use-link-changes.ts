import type { ApiFailure } from '@rastro/tracking-client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rereadLinked } from '../queries/reread.ts';
import { useNoticeFailures } from '../queries/use-notice-failures.ts';
import { useServices } from '../services.tsx';
import type { LinkKind, LinkSubject } from './link-kinds.ts';
import { saveLinks, type LinkChange } from './save-links.ts';
import { LINKS_KEY } from './use-linkables.ts';

export interface LinkChanges {
  /** Not saved yet, of all kinds. */
  readonly pending: ReadonlyMap<string, LinkChange>;
  readonly failures: ReadonlyMap<string, ApiFailure>;
  /** Number of saved links out of the total; null = nothing is being saved. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  set(change: LinkChange, isSavedSo: boolean): void;
  discard(): void;
  /** @returns whether all of it was saved. */
  save(): Promise<boolean>;
}

export const changeKey = (kind: LinkKind, id: number): string => `${kind} ${id}`;

/** Pending changes of links, and their results. */
export function useLinkChanges(subject: LinkSubject): LinkChanges {
  const { client } = useServices();
  const queries = useQueryClient();
  const notice = useNoticeFailures();
  const [pending, setPending] = useState<ReadonlyMap<string, LinkChange>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, ApiFailure>>(new Map());
  const [progress, setProgress] = useState<LinkChanges['progress']>(null);
  return {
    pending,
    failures,
    progress,
    set: (change, isSavedSo) =>
      setPending((old) => {
        const next = new Map(old);
        const key = changeKey(change.kind, change.id);
        // Back to what is saved is no change.
        if (isSavedSo) next.delete(key);
        else next.set(key, change);
        return next;
      }),
    discard: () => {
      setPending(new Map());
      setFailures(new Map());
    },
    save: async () => {
      const changes = [...pending.values()];
      const total = changes.length;
      setFailures(new Map());
      setProgress({ done: 0, total });
      const failed = await saveLinks(client, subject, changes, (done) => setProgress({ done, total }));
      notice(failed);
      // What is on the screen is what the server has now, before the changes go.
      await queries.refetchQueries({ queryKey: LINKS_KEY });
      await rereadLinked(queries, new Set([subject.kind, ...changes.map(({ kind }) => kind)]));
      setPending(new Map(failed.map(({ change }) => [changeKey(change.kind, change.id), change])));
      setFailures(new Map(failed.map(({ change, failure }) => [changeKey(change.kind, change.id), failure])));
      setProgress(null);
      return failed.length === 0;
    },
  };
}
