import { useQuery } from '@tanstack/react-query';
import type { ServerSettings } from '@rastro/fleet';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerTabs } from './server-tabs.tsx';

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
  const { client } = useServices();
  const { branding } = useSignedIn();
  const query = useQuery<ServerSettings>({
    queryKey: ['server-settings'],
    // What this page read when it was opened may be hours old.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await client.server.read(signal)).server,
  });
  return (
    <Loaded query={query} failed={t('server:failed')}>
      {(settings) => <ServerForm settings={settings} brand={branding.brand} />}
    </Loaded>
  );
}
