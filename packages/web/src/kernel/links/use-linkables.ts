import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerError } from '../queries/query-client.ts';
import { useServices, useSignedIn } from '../services.tsx';
import type { LinkKind, LinkSubject } from './link-kinds.ts';
import { loadLinkables, type Linkables } from './load-links.ts';

/** Begins the keys of all that this dialog has read. */
export const LINKS_KEY = ['links'] as const;
/** @source docs/reference/requirements.md SPEC §8 "Timeout loading related objects" */
const PATIENCE_MS = 30_000;

/** Objects of a kind, and which of them are linked to the subject. */
export function useLinkables(
  subject: LinkSubject,
  kind: LinkKind | null,
  patienceMs = PATIENCE_MS,
): UseQueryResult<Linkables> {
  const { client } = useServices();
  const { user, branding } = useSignedIn();
  const { i18n } = useTranslation();
  const compareNames = useMemo(
    () => new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' }).compare,
    [i18n.language],
  );
  return useQuery<Linkables>({
    queryKey: [...LINKS_KEY, subject.kind, subject.id, kind],
    enabled: kind !== null,
    staleTime: 0,
    // Opening it again shows the current state.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (kind === null) throw new RangeError('Cannot load links: no kind is chosen');
      const late = AbortSignal.timeout(patienceMs);
      try {
        const options = { all: user.administrator, compareNames, brand: branding.brand };
        return await loadLinkables(client, subject, kind, options, AbortSignal.any([signal, late]));
      } catch (error) {
        if (!late.aborted || signal.aborted) throw error;
        throw new AnswerError({ ...TOO_LATE });
      }
    },
  });
}

const TOO_LATE = {
  status: 408,
  code: 'LINKS_TIMEOUT',
  message: '',
  body: null,
  challenge: null,
  trustAvailable: false,
} as const;
