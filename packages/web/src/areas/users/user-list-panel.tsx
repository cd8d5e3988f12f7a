import { MINUTE_MS } from '@rastro/base';
import type { User, UserStatus } from '@rastro/fleet';
import type { CustomerDebt } from '@rastro/fleet/billing';
import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import { orderedUsers, USER_SORTS } from './ordered-users.ts';
import { useDebts, useUserStatuses, useUsers } from './use-users.ts';
import { roleOf, userStateOf } from './user-state.ts';
import styles from './users.module.css';

const ROW_PX = 62;
const nameOf = ({ name }: User): string => name;
const searchTextOf = ({ name, email, login, phone }: User): string =>
  [name, email, login ?? '', phone ?? ''].join('\n');

/** The managed users: role, account status, vehicles, and last visit. */
export function UserListPanel() {
  const { t } = useTranslation('users');
  const { may, isReadonly } = useRights();
  const { user } = useSignedIn();
  const users = useUsers();
  const statuses = useUserStatuses();
  const debts = useDebts();
  const [text, setText] = useListText();
  const found = useFound(users.data, text, { searchTextOf, nameOf });
  const { sort, isDown, choose } = useListSort(USER_SORTS);
  const now = useNow(MINUTE_MS);
  const visibleUsers = useMemo(
    () => orderedUsers(found, { sort, isDown, statuses, debts, now }),
    [found, sort, isDown, statuses, debts, now],
  );
  const byId = useMemo(() => new Map(visibleUsers.map((each) => [each.id, each])), [visibleUsers]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const mayCreate = !isReadonly && may('users.create') && (user.administrator || user.userLimit !== 0);
  return (
    <ListPanel
      title={t('users:title')}
      query={users}
      ids={ids}
      search={{ label: t('users:search'), text, onChange: setText }}
      texts={{
        failed: t('users:listFailed'),
        notFound: t('users:notFound'),
        notFoundText: t('users:notFoundText'),
      }}
      empty={{ icon: UsersRound, title: t('users:empty'), text: t('users:emptyText') }}
      notices={{ saved: t('users:notice.saved'), deleted: t('users:notice.deleted') }}
      create={mayCreate ? { label: t('users:new'), path: '/users/new' } : null}
      tools={
        <SortMenu
          fields={USER_SORTS.map((name) => ({ name, label: t(`users:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      prefix="user"
      rowPx={ROW_PX}
      pathOf={(id) => `/users/${id}`}
    >
      {(id) => {
        const each = byId.get(id);
        return each === undefined ? null : (
          <UserLine user={each} status={statuses.get(id)} debt={debts.get(id)} now={now} />
        );
      }}
    </ListPanel>
  );
}

interface UserLineProps {
  readonly user: User;
  readonly status: UserStatus | undefined;
  /** undefined = nothing is overdue, or it is not the caller's to know. */
  readonly debt: CustomerDebt | undefined;
  readonly now: number;
}

function UserLine({ user, status, debt, now }: UserLineProps) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const state = userStateOf(user, status, now);
  const seen = status?.lastSeen ?? null;
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{user.name}</span>
        <span className={list.detail}>
          {[t(`users:role.${roleOf(user)}`), user.email].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      <span className={styles.facts}>
        {state !== 'active' && (
          <span className={styles.state} data-state={state}>
            {t(`users:state.${state}`)}
          </span>
        )}
        {status !== undefined && status.deletionRequested !== null && (
          <span className={styles.state} data-state="expired">
            {t('users:deletion')}
          </span>
        )}
        {debt !== undefined && (
          <span className={styles.state} data-state="expired">
            {t('users:owing', { value: format.money(debt.value) })}
          </span>
        )}
        <span>
          {status === undefined ? t('users:unknown') : t('users:devices', { count: status.devices })}
        </span>
        <span>
          {seen === null
            ? t('users:seenUnknown')
            : t('users:seen', { when: format.moment(Date.parse(seen)) })}
        </span>
      </span>
    </>
  );
}
