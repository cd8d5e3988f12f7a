import { attributeName, hasBilling, isSet, matchLanguage, mayBrand, USER_ATTRIBUTES } from '@rastro/fleet';
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
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm, type EntityFormState } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { mayHaveUsers, useRights } from '../../kernel/use-rights.ts';
import { SharesLink } from '../../kernel/sharing/shares-link.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import frame from '../../ui/form.module.css';
import { EffectivePermissions } from './effective-permissions.tsx';
import { InvitationBox } from './invitation-box.tsx';
import { USERS_KEY, useHasUserStatus, useUserStatuses } from './use-users.ts';
import { ContactLinks, UserActions } from './user-actions.tsx';
import { TAB_NAMES, tabOf, USER_GROUPS, useUserFields, type UserTab } from './user-fields.tsx';
import {
  changedUser,
  newUser,
  payingUser,
  rejectedField,
  userValues,
  type UserContext,
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
      texts={useEditorTexts('users:')}
      back={isCustomer ? CUSTOMERS : LIST}
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

function useUserForm(user: UserWrite, context: UserContext, choose: (tab: UserTab) => void) {
  const { client } = useServices();
  const { server } = useSignedIn();
  const isCustomer = useIsCustomer();
  const mayInvite = useHasUserStatus();
  const barrier = useBarrier(user);
  const { mayEdit, mayDelete } = useEntityRights('users', user.id);
  const [entered, setEntered] = useState<UserValues | null>(null);
  // A customer chooses the password by an invitation.
  const initial = { ...userValues(user, context), invites: isCustomer && mayInvite };
  const values = entered ?? initial;
  const { invites } = values;
  return useEntityForm<UserWrite, UserValues>({
    mayEdit: mayEdit && barrier === null,
    mayDelete: mayDelete && barrier === null,
    saved: user,
    callsOf: () =>
      invites
        ? { ...client.users, create: (draft, signal) => client.users.createInvited(draft, signal) }
        : client.users,
    listKey: USERS_KEY,
    list: isCustomer ? CUSTOMERS : LIST,
    // Without mail the link of the invitation is taken from there.
    ...(invites && !server.server.emailEnabled && { afterNew: (id: number) => `${LIST}/${id}` }),
    state: [
      values,
      (next) => setEntered((old) => (typeof next === 'function' ? next(old ?? initial) : next)),
    ],
    valuesOf: (saved) => userValues(saved, context),
    changed: (saved, now) => changedUser(saved, now, context),
    fields: useUserFields(user, context),
    onWrong: (wrong) => {
      const field = typeof wrong === 'string' ? wrong : rejectedField(wrong.attribute, context);
      const tab = tabOf(field);
      if (tab !== null) choose(tab);
    },
    deletion: useEditorTexts('users:', { name: user.name }).deletion,
  });
}

function UserEditor({ user }: { readonly user: UserWrite }) {
  const { t, i18n } = useTranslation(['users', 'account']);
  const { user: actor, branding } = useSignedIn();
  const language = matchLanguage(i18n.language) ?? 'en';
  const zone = useZone();
  const [context] = useState<UserContext>({ brand: branding.brand, actor, language, zone });
  const isCustomer = useIsCustomer();
  const barrier = useBarrier(user);
  const [tab, choose, tabs] = useTab();
  const form = useUserForm(user, context, choose);
  return (
    <EditorPanel
      form={form}
      title={user.id > 0 ? user.name : t(isCustomer ? 'users:newCustomer' : 'users:newTitle')}
      actions={user.id > 0 && <UserLinks id={user.id} />}
      above={
        <Tabs className={styles.tabs} value={tab} onChange={(name) => choose(name ?? '')}>
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`users:tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
      {...(barrier !== null && { readonlyText: t(`users:barrier.${barrier}`) })}
    >
      {tab === 'account' && <AccountTab user={user} form={form} />}
      {tab === 'account' && isCustomer && tabs.includes('billing') && (
        <FieldGroup
          form={form}
          lead={<p className={frame.notice}>{t('users:customerTerms')}</p>}
          names={USER_GROUPS.customer}
        />
      )}
      {tab === 'account' && <DataOfUser user={user} barrier={barrier} />}
      {tab === 'preferences' && (
        <>
          <FieldGroup form={form} names={USER_GROUPS.display} />
          <FieldGroup form={form} legend={t('account:map.title')} names={USER_GROUPS.map} />
        </>
      )}
      {tab === 'address' && (
        <>
          <FieldGroup form={form} legend={t('users:address')} names={USER_GROUPS.address} />
          <FieldGroup form={form} legend={t('users:contacts')} names={USER_GROUPS.contacts} />
        </>
      )}
      {tab === 'permissions' && <PermissionsTab user={user} context={context} form={form} />}
      {tab === 'billing' && (
        <FieldGroup
          form={form}
          lead={<p className={frame.notice}>{t('users:billingHint')}</p>}
          names={USER_GROUPS.billing}
        />
      )}
    </EditorPanel>
  );
}

interface TabProps {
  readonly user: UserWrite;
  readonly form: EntityFormState<UserValues>;
}

/** Identity of the user, and their sign-in. */
function AccountTab({ user, form }: TabProps) {
  const isInvited = useUserStatuses().get(user.id)?.invited === true;
  return (
    <>
      {user.id > 0 && <ContactLinks user={user} />}
      {form.mayEdit && isInvited && <InvitationBox userId={user.id} />}
      <FieldGroup form={form} names={USER_GROUPS.identity} />
      {user.id > 0 && <UserActions user={user} />}
    </>
  );
}

/** Rights of the user, their limits and end, and the resulting permissions. */
function PermissionsTab({ user, context, form }: TabProps & { readonly context: UserContext }) {
  const { t } = useTranslation('users');
  const { server } = useSignedIn();
  const { actor, brand } = context;
  const isInForce = server.plus && isSet(server.server.attributes, `${brand}.enableAdvancedPerms`);
  // Administrators make resellers, these sell on below.
  const isMadeAbove =
    !actor.administrator && isSet(user.attributes, attributeName(brand, USER_ATTRIBUTES.reseller));
  return (
    <>
      <FieldGroup form={form} legend={t('users:limits')} names={USER_GROUPS.limits} />
      <FieldGroup form={form} legend={t('users:restrictions')} names={USER_GROUPS.restrictions} />
      <FieldGroup
        form={form}
        legend={t('users:rights')}
        lead={!isInForce && <p className={frame.notice}>{t('users:notInForce')}</p>}
        names={USER_GROUPS.rights}
      />
      {mayBrand(actor, brand) && (
        <FieldGroup
          form={form}
          isDisabled={isMadeAbove}
          legend={t('users:selling.title')}
          lead={
            <p className={frame.notice}>{t(isMadeAbove ? 'users:selling.above' : 'users:selling.hint')}</p>
          }
          names={USER_GROUPS.selling}
        />
      )}
      <EffectivePermissions user={user} values={form.values} context={context} />
    </>
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
  const tabs = TAB_NAMES.filter((name) => name !== 'billing' || isBilled);
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
