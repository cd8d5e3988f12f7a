import { matchLanguage } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { topicsFor, type HelpTopic } from './help-topics.ts';
import { loadHelp, type HelpPage } from './load-help.ts';

/** All pages in the language of the reader, in the words of the brand. */
export function useHelpPages(): UseQueryResult<ReadonlyMap<HelpTopic, HelpPage>> {
  const { i18n } = useTranslation();
  const { title } = useSignedIn().branding;
  const language = matchLanguage(i18n.language) ?? 'en';
  return useQuery({
    queryKey: ['help', language, title],
    staleTime: Infinity,
    queryFn: () => loadHelp(language, title),
  });
}

/** The pages that this reader may read, in the order of the index. */
export function useHelpTopics(): readonly HelpTopic[] {
  const signedIn = useSignedIn();
  return useMemo(() => topicsFor(signedIn), [signedIn]);
}
