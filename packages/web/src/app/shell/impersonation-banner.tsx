import { Button } from '@mantine/core';
import type { Impersonator } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { clearImpersonating, mayBeImpersonating } from '../../kernel/session/impersonation-flag.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './impersonation-banner.module.css';

/** Banner above every screen during an impersonation: the real user, the impersonated one, and the button to return. */
export function ImpersonationBanner({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('shell');
  const { client } = useServices();
  const { user } = useSignedIn();
  const failureText = useFailureText();
  const { data: actor } = useQuery<Impersonator | null>({
    queryKey: ['actor', user.id],
    enabled: mayBeImpersonating(),
    staleTime: Infinity,
    retry: false,
    // A server without impersonation has nothing to report.
    queryFn: async ({ signal }) => {
      const answer = await client.session.impersonator(signal);
      if (answer.ok && answer.value === null) clearImpersonating();
      return valueOf(answer);
    },
  });
  const { busy, failure, run } = useWrite((_: null, signal) => client.session.goBack(signal));
  if (actor === undefined || actor === null) return null;
  return (
    <div className={styles.banner} role="status">
      <span>{t('shell:acting.as', { name: user.name, actor: actor.name })}</span>
      {failure !== null && <span role="alert">{failureText(failure)}</span>}
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        onClick={() => void run(null).then((answer) => answer?.ok === true && onDone())}
      >
        {t('shell:acting.back')}
      </Button>
    </div>
  );
}
