import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import {
  decide,
  languageAttribute,
  DISTANCE_ATTRIBUTE,
  HOUR12_ATTRIBUTE,
  SPEED_ATTRIBUTE,
  TEMPERATURE_ATTRIBUTE,
  ZONE_ATTRIBUTE,
  type User,
  matchLanguage,
} from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountForm } from './account-form.tsx';
import styles from './account.module.css';
import { accountValues } from './account-values.ts';
import { DataTab } from './data-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { useAccountStatus } from './use-account-status.ts';

const TABS = ['profile', 'security', 'keys', 'data'] as const;
type Tab = (typeof TABS)[number];

/** The user's own account: profile, security, sessions, and stored data. */
export function AccountPanel() {
  const { t } = useTranslation(['account', 'errors', 'map', 'users']);
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
      {tab === 'profile' && <Profile mayEdit={mayEdit} />}
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

function Profile({ mayEdit }: { readonly mayEdit: boolean }) {
  const { i18n } = useTranslation();
  const signedIn = useSignedIn();
  const { user, branding } = signedIn;
  const language = matchLanguage(i18n.language) ?? 'en';
  const display = displayChoices(signedIn, language);
  const languageKey = languageAttribute(branding.brand);
  return (
    <AccountForm
      key={user.id}
      user={user}
      languageKey={languageKey}
      brand={branding.brand}
      mayEdit={mayEdit}
      initial={accountValues(user, {
        brand: branding.brand,
        language,
        languageKey,
        coordinateFormat: display.coordinateFormat,
        attributes: {
          [SPEED_ATTRIBUTE]: display.speedUnit,
          [DISTANCE_ATTRIBUTE]: display.distanceUnit,
          [TEMPERATURE_ATTRIBUTE]: display.temperatureUnit,
          [HOUR12_ATTRIBUTE]: display.hour12,
          // Only their own choice: the value of the installation is shown next to the empty field.
          [ZONE_ATTRIBUTE]: ownZone(user),
        },
      })}
    />
  );
}

const ownZone = ({ attributes }: User): string => {
  const zone = attributes[ZONE_ATTRIBUTE];
  return typeof zone === 'string' ? zone : '';
};

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
