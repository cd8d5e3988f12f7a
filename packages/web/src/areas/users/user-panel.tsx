import { hasBilling, matchLanguage, mayBrand } from '@rastro/fleet';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { UserWrite } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { LogsLink, UserAccessLogLink } from '../../kernel/logs-link.tsx';
import { MoveButton } from '../../kernel/accounts/move-button.tsx';
import { SubjectData } from '../../kernel/accounts/subject-data.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { withNotice } from '../../kernel/screens/use-notice.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useEntityEditor } from '../../kernel/screens/use-entity-editor.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { mayHaveUsers, useRights } from '../../kernel/use-rights.ts';
import { SharesLink } from '../../kernel/sharing/shares-link.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountTab } from './account-tab.tsx';
import { AddressTab } from './address-tab.tsx';
import { BillingTab, CustomerTerms } from './billing-tab.tsx';
import { PermissionsTab } from './permissions-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { USERS_KEY, useHasUserStatus } from './use-users.ts';
import {
  changedUser,
  checkUser,
  newUser,
  payingUser,
  rejectedField,
  userValues,
  wrongTab,
  type UserContext,
  type UserTab,
  type UserValues,
} from './user-values.ts';
import styles from './users.module.css';

const LIST = '/users';
const CUSTOMERS = '/reseller';

/** True for a new user who is a paying customer, as the address says. */
function useIsCustomer(): boolean {
  const { userId } = useParams();
  const [search] = useSearchParams();
  return userId === 'new' && search.get('as') === 'customer';
}

/** One user: account, preferences, address, permissions and billing. */
export function UserPanel() {
  const { t } = useTranslation('users');
  const { client } = useServices();
  const { user: actor, branding } = useSignedIn();
  const isCustomer = useIsCustomer();
  const isBilled = useIsBilled();
  const { userId } = useParams();
  const id = Number(userId);
  const query = useQuery<readonly UserWrite[]>({
    queryKey: [...USERS_KEY, id],
    enabled: id > 0,
    queryFn: async ({ signal }) => [valueOf(await client.users.read(id, signal))],
  });
  return (
    <EntityScreen
      id={userId}
      query={id > 0 || userId === 'new' ? query : { ...query, data: NOBODY, error: null }}
      blank={isCustomer && isBilled ? payingUser(actor, branding.brand) : newUser(actor)}
      title={t('users:person')}
      back={isCustomer ? CUSTOMERS : LIST}
      gone={t('users:gone')}
    >
      {(user) => <UserEditor user={user} />}
    </EntityScreen>
  );
}
const NOBODY: readonly UserWrite[] = [];

/**
 * Reason why a user may not be changed or deleted; null = they may be.
 * @source docs/reference/requirements.md SPEC §5
 */
function useBarrier(user: UserWrite): 'own' | 'above' | null {
  const { user: actor } = useSignedIn();
  if (user.id === actor.id) return 'own';
  return user.administrator && !actor.administrator ? 'above' : null;
}

function useUserEditor(
  user: UserWrite,
  values: UserValues,
  context: UserContext,
  choose: (tab: UserTab) => void,
) {
  const { t } = useTranslation('users');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const { server } = useSignedIn();
  const isCustomer = useIsCustomer();
  const barrier = useBarrier(user);
  const mayEdit = !isReadonly && barrier === null && may(user.id <= 0 ? 'users.create' : 'users.edit');
  const editor = useEntityEditor<UserWrite, UserValues>({
    saved: user,
    calls: values.invites
      ? { ...client.users, create: (draft, signal) => client.users.createInvited(draft, signal) }
      : client.users,
    listKey: USERS_KEY,
    list: isCustomer ? CUSTOMERS : LIST,
    // Without mail the link of the invitation is taken from there.
    ...(values.invites && !server.server.emailEnabled && { afterNew: (id: number) => `${LIST}/${id}` }),
    values,
    valuesOf: (saved) => userValues(saved, context),
    changed: (saved, now) => changedUser(saved, now, context),
    isWrong: (now) => wrongTab(checkUser(user, now, context)) !== null,
    onRejected: (attribute) => {
      const tab = wrongTab(rejectedField(attribute, context));
      if (tab !== null) choose(tab);
    },
    mayEdit,
    deletion:
      isReadonly || barrier !== null || !may('users.delete')
        ? null
        : {
            label: t('users:delete.start'),
            title: t('users:delete.title', { name: user.name }),
            text: t('users:delete.text'),
          },
  });
  return { ...editor, mayEdit, barrier };
}

function UserEditor({ user }: { readonly user: UserWrite }) {
  const { t, i18n } = useTranslation('users');
  const { user: actor, branding } = useSignedIn();
  const language = matchLanguage(i18n.language) ?? 'en';
  const zone = useZone();
  const [context] = useState<UserContext>({ brand: branding.brand, actor, language, zone });
  const [entered, setValues] = useState(() => userValues(user, context));
  const isCustomer = useIsCustomer();
  const mayInvite = useHasUserStatus();
  const [hasChosenInvites, setChosenInvites] = useState(false);
  // Of a customer nobody makes up a password.
  const values = isCustomer && mayInvite && !hasChosenInvites ? { ...entered, invites: true } : entered;
  const [tab, choose, tabs] = useTab();
  const editor = useUserEditor(user, values, context, choose);
  const { form, question, isChecked, rejected, forget, mayEdit, barrier } = editor;
  const checked = isChecked ? checkUser(user, values, context) : {};
  const problems = { ...checked, ...rejectedField(rejected, context) };
  const onChange = (part: Partial<UserValues>): void => {
    forget();
    if (part.invites !== undefined) setChosenInvites(true);
    setValues((old) => ({ ...old, ...part }));
  };
  const fields = { user, values, problems, context, mayEdit, onChange };
  const save = (): void => {
    const wrong = wrongTab(checkUser(user, values, context));
    if (wrong !== null) choose(wrong);
    form.onSave();
  };
  return (
    <Panel
      title={user.id > 0 ? user.name : t(isCustomer ? 'users:newCustomer' : 'users:newTitle')}
      actions={user.id > 0 && <UserLinks id={user.id} />}
      back={isCustomer ? CUSTOMERS : LIST}
      tall
    >
      <Tabs className={styles.tabs} value={tab} onChange={(name) => choose(name ?? '')}>
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`users:tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <EntityForm
        {...form}
        onSave={save}
        {...(barrier !== null && { readonlyText: t(`users:barrier.${barrier}`) })}
      >
        {tab === 'account' && <AccountTab {...fields} />}
        {tab === 'account' && isCustomer && tabs.includes('billing') && <CustomerTerms {...fields} />}
        {tab === 'account' && <DataOfUser user={user} barrier={barrier} />}
        {tab === 'preferences' && <PreferencesTab {...fields} />}
        {tab === 'address' && <AddressTab {...fields} />}
        {tab === 'permissions' && <PermissionsTab {...fields} />}
        {tab === 'billing' && <BillingTab {...fields} />}
        {question}
      </EntityForm>
    </Panel>
  );
}

/** Users cannot export or erase themselves here; their own data are in their account. */
function DataOfUser({
  user,
  barrier,
}: {
  readonly user: UserWrite;
  readonly barrier: 'own' | 'above' | null;
}) {
  const { user: actor } = useSignedIn();
  const { may, isReadonly } = useRights();
  const navigate = useNavigate();
  if (user.id <= 0 || barrier !== null || isReadonly || !mayHaveUsers(actor)) return null;
  return (
    <>
      {!user.administrator && (
        <MoveButton
          of={{ kind: 'user', id: user.id, name: user.name }}
          touches={USERS_KEY}
          onMoved={() => void navigate(LIST, withNotice('saved'))}
        />
      )}
      <SubjectData
        of={{ kind: 'user', id: user.id }}
        mayTake={may('users.edit')}
        mayErase={may('users.delete') && !user.administrator}
        list={{ path: LIST, key: USERS_KEY }}
      />
    </>
  );
}

/** Links to other screens about the user. */
const UserLinks = ({ id }: { readonly id: number }) => (
  <>
    <SharesLink userId={id} />
    <UserAccessLogLink userId={id} />
    <LogsLink path={`/logs?tab=users&user=${id}`} />
  </>
);

const TABS = ['account', 'preferences', 'address', 'permissions', 'billing'] as const satisfies UserTab[];

/** Is money taken here, and by this user? */
function useIsBilled(): boolean {
  const { user, server, branding } = useSignedIn();
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  return mayBrand(user, branding.brand) && hasBilling(context);
}

/** The open tab, in the address. Money is for administrators and resellers, where it is taken. */
function useTab(): readonly [UserTab, (name: string) => void, readonly UserTab[]] {
  const [search, setSearch] = useSearchParams();
  const isBilled = useIsBilled();
  const tabs = TABS.filter((name) => name !== 'billing' || isBilled);
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'account';
  const choose = (name: string): void =>
    setSearch(
      (old) => {
        if (name === 'account' || name === '') old.delete('tab');
        else old.set('tab', name);
        return old;
      },
      { replace: true },
    );
  return [tab, choose, tabs];
}
