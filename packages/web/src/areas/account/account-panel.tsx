import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { decide } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountForm } from './account-form.tsx';
import styles from './account.module.css';
import { DataTab } from './data-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { useAccountStatus } from './use-account-status.ts';

const TABS = ['profile', 'security', 'keys', 'data'] as const;
type Tab = (typeof TABS)[number];

/** The user's own account: profile, security, sessions, and stored data. */
export function AccountPanel() {
  const { t } = useTranslation(['account', 'errors', 'map', 'users']);
  const { user } = useSignedIn();
  const mayEdit = useMayEdit();
  const { data: status } = useAccountStatus();
  // A server that is not ours has no more than the fields.
  const tabs = TABS.filter((tab) => tab === 'profile' || status !== undefined);
  const [tab, choose] = useTab(tabs);
  return (
    <Panel title={t('account:title')} tall>
      {tabs.length > 1 && (
        <Tabs className={styles.tabs} value={tab} onChange={(name) => choose(name ?? '')}>
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`account:tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {tab === 'profile' && <AccountForm key={user.id} user={user} mayEdit={mayEdit} />}
      {status !== undefined && (
        <>
          {tab === 'security' && <SecurityTab status={status} mayEdit={mayEdit} />}
          {tab === 'keys' && <KeysTab />}
          {tab === 'data' && <DataTab status={status} />}
        </>
      )}
    </Panel>
  );
}

function useMayEdit(): boolean {
  const { user, server, branding } = useSignedIn();
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const isReadonly = !user.administrator && (user.readonly || server.server.readonly);
  return !isReadonly && decide(user, 'users.selfEdit', context).allowed;
}

/** The open tab, in the address. */
function useTab(tabs: readonly Tab[]): readonly [Tab, (name: string) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'profile';
  const choose = (name: string): void =>
    setSearch(
      (old) => {
        if (name === 'profile' || name === '') old.delete('tab');
        else old.set('tab', name);
        return old;
      },
      { replace: true },
    );
  return [tab, choose];
}
