import type { ApiFailure } from '@rastro/tracking-client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNoticeFailures } from '../../../kernel/queries/use-notice-failures.ts';
import { useServices } from '../../../kernel/services.tsx';
import { GEOFENCES_KEY } from '../../../kernel/queries/use-geofences.ts';
import { fenceOfFeature, type FileProblem, type ReadFeature } from './fence-feature.ts';
import { readFenceFile } from './formats.ts';

export interface ImportState {
  /** Content of the file; null = none was chosen. */
  readonly read: readonly ReadFeature[] | FileProblem | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** After it is done. */
  readonly outcome: {
    readonly created: number;
    readonly failed: readonly { readonly name: string; readonly failure: ApiFailure }[];
  } | null;
  readonly choose: (file: File) => Promise<void>;
  readonly start: (fallbackName: (at: number) => string) => Promise<void>;
}

/** Reads a file without writing anything, then creates what could be read, one by one. */
export function useImport(): ImportState {
  const { client } = useServices();
  const queries = useQueryClient();
  const notice = useNoticeFailures();
  const [read, setRead] = useState<ImportState['read']>(null);
  const [progress, setProgress] = useState<ImportState['progress']>(null);
  const [outcome, setOutcome] = useState<ImportState['outcome']>(null);
  return {
    read,
    progress,
    outcome,
    choose: async (file) => {
      setOutcome(null);
      setRead(await readFenceFile(file));
    },
    start: async (fallbackName) => {
      const features = Array.isArray(read) ? (read as readonly ReadFeature[]) : [];
      const good = features.flatMap((each) => (each.ok ? [each.feature] : []));
      const failed: { name: string; failure: ApiFailure }[] = [];
      const { signal } = new AbortController();
      let done = 0;
      for (const [at, feature] of good.entries()) {
        setProgress({ done, total: good.length });
        const name = feature.name === '' ? fallbackName(at + 1) : feature.name;
        const answer = await client.geofences.create(fenceOfFeature({ ...feature, name }), signal);
        if (!answer.ok) {
          failed.push({ name, failure: answer.error });
          // Signed out, or without a network: the rest would fail in the same way.
          if (answer.error.status === 0 || answer.error.status === 401) break;
        }
        done += 1;
      }
      await queries.invalidateQueries({ queryKey: GEOFENCES_KEY });
      notice(failed);
      setProgress(null);
      setRead(null);
      setOutcome({
        created: done - failed.filter(({ failure }) => failure.status > 0 && failure.status !== 401).length,
        failed,
      });
    },
  };
}
