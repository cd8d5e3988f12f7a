import { Button, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { FileUp, MessageCircle, PackageCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ChosenChip } from '../../kernel/fleet/chosen-chip.tsx';
import { useChosenVehicles } from '../../kernel/fleet/use-chosen-vehicles.ts';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { ListLoading } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CustomerMessagesDialog } from './customer-messages-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderForm } from './order-form.tsx';
import { isNarrowed, readOrderView } from './order-question.ts';
import { OrderRows } from './order-rows.tsx';
import styles from './orders.module.css';
import { useOrders } from './use-orders.ts';

const ROW_PX = 60;
/** Dispatchers open the list all day, and the report now and then: its code comes then. */
const OrderReportView = latePart(
  'notice',
  async () => (await import('./report-view.tsx')).OrderReportView,
  <ListLoading />,
);
/** Writes parts of the address; empty = away with it. */
type SetAddress = (changes: Readonly<Record<string, string>>) => void;

/** Orders of the company, one by one and added up. */
export function OrdersPanel() {
  const { t } = useTranslation('orders');
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'report' ? 'report' : 'list';
  const set: SetAddress = (changes) =>
    setSearch(
      (old) => {
        for (const [name, value] of Object.entries(changes))
          if (value === '') old.delete(name);
          else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  return (
    <Panel title={t('orders:title')} expandable wide tall>
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={(next) => setSearch(next === 'report' ? { tab: 'report' } : {}, { replace: true })}
      >
        <Tabs.List aria-label={t('orders:title')}>
          <Tabs.Tab value="list">{t('orders:tab.list')}</Tabs.Tab>
          <Tabs.Tab value="report">{t('orders:tab.report')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {tab === 'report' ? <OrderReportView onSet={set} /> : <OrdersList onSet={set} />}
    </Panel>
  );
}

/** Orders one by one: what is still to be done, who does it, and how far it has come. */
function OrdersList({ onSet: set }: { readonly onSet: SetAddress }) {
  const { t } = useTranslation('orders');
  const [search, setSearch] = useSearchParams();
  const view = readOrderView(search);
  const query = useOrders(view);
  const failure = useListFailure(query, t('orders:failed'));
  const chosen = useChosenVehicles();
  const [isMaking, setMaking] = useState(false);
  const [asksMessages, setAsksMessages] = useState(false);
  const orders = query.data?.pages.flatMap((page) => page.orders);
  const opened = Number(search.get('id') ?? 0);
  return (
    <>
      <div className={styles.page}>
        <OrderFilters view={view} counts={query.data?.pages[0]?.counts} onSet={set}>
          <CustomerMessagesButton onOpen={() => setAsksMessages(true)} />
          <NewOrders onNew={() => setMaking(true)} />
        </OrderFilters>
        <ChosenChip {...chosen} />
        <ListView
          count={orders?.length}
          rowPx={ROW_PX}
          failure={failure}
          empty={{ icon: PackageCheck, title: t('orders:empty'), text: t('orders:emptyText') }}
          notFound={
            isNarrowed(view)
              ? {
                  title: t('orders:notFound'),
                  text: t('orders:notFoundText'),
                  onReset: () => setSearch({}, { replace: true }),
                }
              : null
          }
        >
          <OrderRows orders={orders ?? []} onOpen={(id) => set({ id: String(id) })} />
          <FurtherLines failure={failure?.text ?? null} more={t('orders:more')} query={query} />
        </ListView>
      </div>
      {isMaking && (
        <OrderForm
          order={null}
          onClose={() => setMaking(false)}
          onDone={({ id }) => {
            setMaking(false);
            set({ id: String(id) });
          }}
        />
      )}
      {asksMessages && <CustomerMessagesDialog onClose={() => setAsksMessages(false)} />}
      {!isMaking && opened > 0 && <OrderDialog key={opened} id={opened} onClose={() => set({ id: '' })} />}
    </>
  );
}

function CustomerMessagesButton({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('orders');
  const { may, isReadonly } = useRights();
  if (isReadonly || !may('orders.edit') || !may('share.create')) return null;
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<MessageCircle size={14} aria-hidden />}
      onClick={onOpen}
    >
      {t('orders:messages.open')}
    </Button>
  );
}

function NewOrders({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTranslation('orders');
  const navigate = useNavigate();
  const { may, isReadonly } = useRights();
  if (isReadonly || !may('orders.create')) return null;
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<FileUp size={14} aria-hidden />}
        onClick={() => void navigate('/orders/import')}
      >
        {t('orders:import.open')}
      </Button>
      <Button size="sm" leftSection={<Plus size={14} aria-hidden />} onClick={onNew}>
        {t('orders:new')}
      </Button>
    </>
  );
}
