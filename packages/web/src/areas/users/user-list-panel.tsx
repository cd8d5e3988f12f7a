import { MINUTE_MS } from '@rastro/base';
import type { User, UserStatus } from '@rastro/fleet';
import type { CustomerDebt } from '@rastro/fleet/billing';
import { UsersRound } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { EntityList, type ListOrder } from '../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../kernel/screens/manager-texts.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import list from '../../ui/list/list.module.css';
import { useNow } from '../../ui/use-now.ts';
import { orderedUsers, USER_SORTS, type UserSort } from './ordered-users.ts';
import { useDebts, useUserStatuses, useUsers } from './use-users.ts';
import { roleOf, userStateOf } from './user-state.ts';
import styles from './users.module.css';

const nameOf = ({ name }: User): string => name;
const searchTextOf = ({ name, email, login, phone }: User): string =>
  [name, email, login ?? '', phone ?? ''].join('\n');

/** The managed users: role, account status, vehicles, and last visit. */
export function UserListPanel() {
  const { t } = useTranslation('users');
  const { may, isReadonly } = useRights();
  const { user } = useSignedIn();
  const statuses = useUserStatuses();
  const debts = useDebts();
  const now = useNow(MINUTE_MS);
  const arrange = useCallback(
    (found: readonly User[], order: ListOrder<UserSort>) =>
      orderedUsers(found, { ...order, statuses, debts, now }),
    [statuses, debts, now],
  );
  const mayCreate = !isReadonly && may('users.create') && (user.administrator || user.userLimit !== 0);
  return (
    <EntityList
      texts={useListTexts('users:')}
      icon={UsersRound}
      query={useUsers()}
      nameOf={nameOf}
      searchTextOf={searchTextOf}
      order={{ sorts: USER_SORTS, labelOf: (sort) => t(`users:sort.${sort}`), arrange }}
      create={mayCreate ? { label: t('users:new'), path: '/users/new' } : null}
      prefix="user"
      rowPx={62}
      pathOf={(id) => `/users/${id}`}
    >
      {(each) => <UserLine user={each} status={statuses.get(each.id)} debt={debts.get(each.id)} now={now} />}
    </EntityList>
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
