import { Button } from '@mantine/core';
import type { Invoice } from '@rastro/fleet/billing';
import { Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { Panel } from '../../ui/panel.tsx';
import { InvoiceActionDialog, type InvoiceAction } from './invoice-action-dialog.tsx';
import { BillingFilters } from './billing-filters.tsx';
import { BillingHead } from './billing-head.tsx';
import styles from './billing.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { ExportMenu } from './export-menu.tsx';
import { InvoiceDetailDialog } from './invoice-detail.tsx';
import { isNarrowed, readBillingQuestion, type BillingQuestion } from './invoice-question.ts';
import { InvoiceRows } from './invoice-rows.tsx';
import { NewInvoiceDialog } from './new-invoice-dialog.tsx';
import { useInvoices, useSummary } from './use-billing.ts';

const ROW_PX = 60;

interface PendingAction {
  readonly action: InvoiceAction;
  readonly invoices: readonly Invoice[];
}

/** Invoices of all customers: of the whole installation, or of those below a reseller. */
export function BillingPanel() {
  const { t } = useTranslation('billing');
  const [search, setSearch] = useSearchParams();
  const question = readBillingQuestion(search);
  const { data: summary } = useSummary();
  // Other screens lead here to issue one.
  const [isIssuing, setIssuing] = useState(search.get('new') === '1');
  const [wanted, setWanted] = useState<PendingAction | null>(null);
  const [left, setLeft] = useState(0);
  const opened = Number(search.get('invoice') ?? 0);
  const set = (changes: Readonly<Record<string, string>>): void =>
    setSearch(
      (old) => {
        for (const [name, value] of Object.entries(changes))
          if (value === '') old.delete(name);
          else old.set(name, value);
        return old;
      },
      { replace: true },
    );
  const today = summary?.today ?? '';
  return (
    <Panel title={t('billing:title')} badge={<ExportMenu question={question} />} expandable wide tall>
      <div className={styles.page}>
        <BillingHead />
        <BillingFilters question={question} onSet={set}>
          <Button
            size="sm"
            disabled={today === ''}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => setIssuing(true)}
          >
            {t('billing:new.open')}
          </Button>
        </BillingFilters>
        <LeftOver count={left} />
        <FoundInvoices
          question={question}
          onOpen={(id) => set({ invoice: String(id) })}
          onReset={() => setSearch({}, { replace: true })}
          onAllCustomers={() => set({ customer: '' })}
          onAction={(action, invoices) => setWanted({ action, invoices })}
        />
      </div>
      <Dialogs
        {...{ opened, wanted, isIssuing, today }}
        onAction={(action, invoices) => setWanted({ action, invoices })}
        onClosed={() => set({ invoice: '' })}
        onActionDone={(count) => {
          if (count !== null) setLeft(count);
          setWanted(null);
        }}
        onIssued={() => {
          set({ new: '' });
          setIssuing(false);
        }}
      />
    </Panel>
  );
}

/** Number of invoices that the action failed for. */
function LeftOver({ count }: { readonly count: number }) {
  const { t } = useTranslation('billing');
  if (count === 0) return null;
  return (
    <p role="alert" className={styles.failed}>
      {t('billing:left', { count })}
    </p>
  );
}

interface DialogsProps {
  /** An invoice; 0 = none. */
  readonly opened: number;
  readonly wanted: PendingAction | null;
  readonly isIssuing: boolean;
  readonly today: string;
  readonly onAction: (action: InvoiceAction, invoices: readonly Invoice[]) => void;
  readonly onClosed: () => void;
  /** @param left How many it could not be done to; null = nothing was done. */
  readonly onActionDone: (left: number | null) => void;
  readonly onIssued: () => void;
}

/** One at a time. */
function Dialogs({
  opened,
  wanted,
  isIssuing,
  today,
  onAction,
  onClosed,
  onActionDone,
  onIssued,
}: DialogsProps) {
  if (wanted !== null)
    return (
      <InvoiceActionDialog
        {...wanted}
        today={today}
        onClose={() => onActionDone(null)}
        onDone={onActionDone}
      />
    );
  // It begins with the day of the server.
  if (isIssuing && today !== '') return <NewInvoiceDialog today={today} onClose={onIssued} />;
  if (opened <= 0) return null;
  return (
    <InvoiceDetailDialog
      id={opened}
      onAction={(action, invoice) => onAction(action, [invoice])}
      onClose={onClosed}
    />
  );
}

interface FoundInvoicesProps {
  readonly question: BillingQuestion;
  readonly onOpen: (id: number) => void;
  readonly onReset: () => void;
  /** The question was about one customer. */
  readonly onAllCustomers: () => void;
  readonly onAction: (action: InvoiceAction, invoices: readonly Invoice[]) => void;
}

function FoundInvoices({ question, onOpen, onReset, onAllCustomers, onAction }: FoundInvoicesProps) {
  const { t } = useTranslation('billing');
  const query = useInvoices(question);
  const { data } = query;
  const failure = useListFailure(query, t('billing:failed'));
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const invoices = data?.pages.flatMap((page) => page.invoices);
  // What is not shown any more is not acted on either.
  const chosen = (invoices ?? []).filter(({ id }) => ids.has(id));
  return (
    <ListView
      count={invoices?.length}
      rowPx={ROW_PX}
      failure={failure}
      empty={{ icon: ReceiptText, title: t('billing:empty'), text: t('billing:emptyText') }}
      notFound={
        isNarrowed(question)
          ? { title: t('billing:notFound'), text: t('billing:notFoundText'), onReset }
          : null
      }
    >
      {question.customer !== null && (
        <p className={styles.only}>
          {t('billing:customerOnly.only', {
            who: invoices?.[0]?.customerName ?? t('billing:customerOnly.someone'),
          })}
          <Button size="compact-xs" variant="subtle" onClick={onAllCustomers}>
            {t('billing:customerOnly.all')}
          </Button>
        </p>
      )}
      {chosen.length > 0 && (
        <BulkBar invoices={chosen} onAction={onAction} onNone={() => setIds(new Set())} />
      )}
      <InvoiceRows
        invoices={invoices ?? []}
        chosen={ids}
        onOpen={onOpen}
        onChoose={(id, isChosen) =>
          setIds((old) => new Set(isChosen ? [...old, id] : [...old].filter((each) => each !== id)))
        }
      />
      <FurtherLines failure={failure?.text ?? null} more={t('billing:more')} query={query} />
    </ListView>
  );
}
