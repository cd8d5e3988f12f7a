import { useQuery } from '@tanstack/react-query';
import type { ServerSettings } from '@rastro/fleet';
import { CloudOff, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ServerForm } from './server-form.tsx';
import { ServerTabs } from './server-tabs.tsx';

const ROW_PX = 48;

/** Settings of the installation, for administrators. */
export function ServerPanel() {
  const { t } = useTranslation(['server', 'account', 'map']);
  const { user } = useSignedIn();
  return (
    <Panel title={t('server:title')} tall>
      {user.administrator ? (
        <>
          <ServerTabs tab="settings" />
          <Settings />
        </>
      ) : (
        <ListMessage
          icon={<ShieldAlert strokeWidth={1.25} aria-hidden />}
          title={t('server:notForYou')}
          text={t('server:notForYouText')}
        />
      )}
    </Panel>
  );
}

function Settings() {
  const { t } = useTranslation('server');
  const failureText = useFailureText();
  const { client } = useServices();
  const { branding } = useSignedIn();
  const { data, error, refetch } = useQuery<ServerSettings>({
    queryKey: ['server-settings'],
    // What this page read when it was opened may be hours old.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await client.server.read(signal)).server,
  });
  if (data !== undefined) return <ServerForm settings={data} brand={branding.brand} />;
  if (error === null) return <ListLoading rowPx={ROW_PX} />;
  return (
    <ListMessage
      role="alert"
      icon={<CloudOff strokeWidth={1.25} aria-hidden />}
      title={t('server:failed')}
      text={failureText(failureIn(error))}
      action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
    />
  );
}
