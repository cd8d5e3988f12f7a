import type { ResellerCustomer, ResellerView } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { Plus, Store } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { SearchedList } from '../../kernel/screens/searched-list.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ListBox } from '../../ui/list/list-box.tsx';
import { Chip } from '../../ui/chip.tsx';
import list from '../../ui/list/list.module.css';
import { Panel } from '../../ui/panel.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { CustomerGrowth } from './customer-growth.tsx';
import { limitedTo, readLimit, type CustomerLimit } from './customer-limit.ts';
import { orderedCustomers, SORTS } from './customer-order.ts';
import { CustomerSheet } from './customer-sheet.tsx';
import { CustomerTiles } from './customer-tiles.tsx';
import styles from './resellers.module.css';
import { useCustomers } from './use-customers.ts';

const ROW_PX = 62;
/** The form of a user, as that of a customer. */
const NEW_CUSTOMER = '/users/new?as=customer';
const nameOf = ({ name }: ResellerCustomer): string => name;
const searchTextOf = ({ name, email }: ResellerCustomer): string => `${name}\n${email}`;

/** Overview of the customers: of the user, or of one of their customers. */
export function CustomersPanel() {
  const { t } = useTranslation('reseller');
  const [search] = useSearchParams();
  const of = Number(search.get('of') ?? 0) || null;
  const customers = useCustomers(of);
  const name = customers.data?.path.at(-1)?.name;
  return (
    <Panel
      title={name === undefined ? t('reseller:title') : t('reseller:titleOf', { name })}
      {...(of === null ? {} : { back: backOf(customers.data) })}
      expandable
      wide
      tall
    >
      <CustomerTiles view={customers.data} />
      <CustomerGrowth growth={customers.data?.growth} />
      <FoundCustomers key={of} customers={customers} />
    </Panel>
  );
}

/** Path back to the reseller above. */
function backOf(view: ResellerView | undefined): string {
  const above = view?.path.at(-2);
  return above === undefined ? '/reseller' : `/reseller?of=${above.userId}`;
}

/** The matching customers, in the order of the address. */
function useFilteredCustomers(view: ResellerView | undefined) {
  const [text, setText] = useListText();
  const [search] = useSearchParams();
  const limit = readLimit(search);
  const limited = useMemo(() => view && limitedTo(view.customers, limit), [view, limit]);
  const found = useFound(limited, text, { searchTextOf, nameOf });
  const order = useListSort(SORTS);
  const { sort, isDown } = order;
  const byId = useMemo(
    () => new Map(orderedCustomers(found, { sort, isDown }).map((each) => [each.userId, each])),
    [found, sort, isDown],
  );
  return { text, setText, order, byId, limit };
}

function FoundCustomers({ customers }: { readonly customers: ReturnType<typeof useCustomers> }) {
  const { t } = useTranslation('reseller');
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const create = { label: t('reseller:new'), onClick: () => void navigate(NEW_CUSTOMER) };
  const { text, setText, order, byId, limit } = useFilteredCustomers(customers.data);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const [openedId, setOpened] = useState<number | null>(null);
  const opened = openedId === null ? undefined : byId.get(openedId);
  return (
    <>
      {limit !== null && <LimitChip limit={limit} customers={[...byId.values()]} />}
      <SearchedList
        query={customers}
        count={ids.length}
        search={{ label: t('reseller:search'), text, onChange: setText }}
        sorts={{ names: SORTS, labelOf: (sort) => t(`reseller:sort.${sort}`), order }}
        tools={
          <>
            <CustomerSheet customers={[...byId.values()]} />
            {mayCreate && (
              <Button
                size="sm"
                variant="default"
                leftSection={<Plus size={14} aria-hidden />}
                onClick={create.onClick}
              >
                {create.label}
              </Button>
            )}
          </>
        }
        icon={Store}
        texts={{
          failed: t('reseller:failed'),
          empty: t('reseller:empty'),
          emptyText: t('reseller:emptyText'),
          notFound: t('reseller:notFound'),
          notFoundText: t('reseller:notFoundText'),
        }}
        {...(mayCreate && { emptyAction: create })}
        rowPx={ROW_PX}
      >
        <ListBox label={t('reseller:title')} prefix="customer" keys={ids} rowPx={ROW_PX} onOpen={setOpened}>
          {(id) => <CustomerLine customer={byId.get(id)} />}
        </ListBox>
      </SearchedList>
      {opened !== undefined && (
        <CustomerDialog
          customer={opened}
          onGo={(path) => void navigate(path)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface LimitChipProps {
  readonly limit: CustomerLimit;
  readonly customers: readonly ResellerCustomer[];
}

/** Notes that the list is of some customers, and goes back to all of them. */
function LimitChip({ limit, customers }: LimitChipProps) {
  const { t } = useTranslation('reseller');
  const [, setSearch] = useSearchParams();
  const devices = customers.reduce((sum, each) => sum + each.devices, 0);
  const name = limit === 'owing' ? t('reseller:only.owing', { count: devices }) : t(`reseller:only.${limit}`);
  return (
    <p className={list.limits}>
      <Chip
        name={`${name} · ${customers.length}`}
        removeLabel={t('reseller:only.clear')}
        onRemove={() =>
          setSearch(
            (old) => {
              old.delete('only');
              return old;
            },
            { replace: true },
          )
        }
      />
    </p>
  );
}

/** Another customer of one's own. @source docs/reference/requirements.md SPEC §5 "User form" */
function useMayCreate(): boolean {
  const { may, isReadonly } = useRights();
  const { user } = useSignedIn();
  return !isReadonly && may('users.create') && (user.administrator || user.userLimit !== 0);
}

function CustomerLine({ customer }: { readonly customer: ResellerCustomer | undefined }) {
  const { t } = useTranslation('reseller');
  const format = useFormat();
  if (customer === undefined) return null;
  const { name, email, isReseller, state, overdue } = customer;
  const [devices, online, silent] = [customer.devices, customer.online, customer.silent].map((count) =>
    format.number(count),
  );
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{name}</span>
        <span className={list.detail}>
          {[isReseller ? t('reseller:reseller') : '', email].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      <span className={styles.facts}>
        <span className={styles.states}>
          {state !== 'active' && <span className={styles.state}>{t(`reseller:state.${state}`)}</span>}
          {overdue !== null && overdue.count > 0 && (
            <span className={styles.state}>{t('reseller:owes', { value: format.money(overdue.value) })}</span>
          )}
        </span>
        <span>{t('reseller:vehicles', { devices, online, silent })}</span>
      </span>
    </>
  );
}
