import { ActionIcon, Button } from '@mantine/core';
import { MAX_RECEIPTS, receiptFileName, type CostLine, type CostReceipt } from '@rastro/fleet/costs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileText, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ChooseReceipts } from './choose-receipts.tsx';
import styles from './costs.module.css';
import type { NewReceipt } from './receipt-files.ts';
import { sendReceipts } from './send-receipts.ts';
import { COSTS_KEY } from './use-costs.ts';

interface ReceiptListProps {
  readonly line: CostLine;
  /** Receipts of a closed month stay. */
  readonly isClosed: boolean;
  readonly onRemove: (receipt: CostReceipt) => void;
}

/** Receipts of a line: pictures are shown, papers are saved; more are added, also to a closed month. */
export function ReceiptList({ line, isClosed, onRemove }: ReceiptListProps) {
  const { t } = useTranslation('costs');
  const { may, isReadonly } = useRights();
  const { costs } = useServices().extension;
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite(
    (chosen: readonly NewReceipt[], signal) => sendReceipts(costs, { line, chosen }, signal),
    { touches: COSTS_KEY },
  );
  const mayAdd = !isReadonly && may('costs.create');
  const mayRemove = !isReadonly && !isClosed && may('costs.delete');
  if (line.receipts.length === 0 && !mayAdd) return null;
  return (
    <section className={styles.receipts} aria-label={t('costs:receipts.title')}>
      <h3>{t('costs:receipts.title')}</h3>
      {line.receipts.length > 0 && (
        <ul className={styles.papers}>
          {line.receipts.map((receipt, at) => (
            <Receipt
              key={receipt.id}
              lineId={line.id}
              receipt={receipt}
              name={receipt.name === '' ? t('costs:receipts.one', { number: at + 1 }) : receipt.name}
              onRemove={mayRemove ? () => onRemove(receipt) : null}
            />
          ))}
        </ul>
      )}
      {mayAdd && (
        <ChooseReceipts
          room={MAX_RECEIPTS - line.receipts.length}
          disabled={busy}
          onChosen={(chosen) => void run(chosen)}
        />
      )}
      <DialogFailure text={failure && failureText(failure)} />
    </section>
  );
}

interface ReceiptProps {
  readonly lineId: number;
  readonly receipt: CostReceipt;
  readonly name: string;
  /** Null = it stays. */
  readonly onRemove: (() => void) | null;
}
function Receipt({ lineId, receipt, name, onRemove }: ReceiptProps) {
  const { t } = useTranslation('costs');
  return (
    <li>
      {receipt.type === 'application/pdf' ? (
        <Paper lineId={lineId} receipt={receipt} name={name} />
      ) : (
        <Picture lineId={lineId} receipt={receipt} name={name} />
      )}
      {onRemove !== null && (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('costs:receipts.remove', { name })}
          onClick={onRemove}
        >
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

type ShownProps = Omit<ReceiptProps, 'onRemove'>;
/** Outside of the lists that a write reads again: a receipt never changes. */
const useReceiptQuery = ({ lineId, receipt: { id } }: Pick<ReceiptProps, 'lineId' | 'receipt'>) => {
  const { costs } = useServices().extension;
  return {
    queryKey: ['costReceipt', lineId, id],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      valueOf(await costs.receipt({ lineId, id }, signal)),
    staleTime: Infinity,
  };
};

/** A paper is saved: it is never opened as a page of ours. */
function Paper({ lineId, receipt, name }: ShownProps) {
  const { t } = useTranslation('costs');
  const queries = useQueryClient();
  const query = useReceiptQuery({ lineId, receipt });
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    setState('busy');
    const bytes = await queries.fetchQuery(query).catch(() => null);
    setState(bytes === null ? 'failed' : 'idle');
    if (bytes !== null) saveFile(receiptFileName(receipt, name), bytes, receipt.type);
  };
  return (
    <span className={styles.paper}>
      <Button
        variant="default"
        size="sm"
        leftSection={<FileText size={15} aria-hidden />}
        rightSection={<Download size={14} aria-hidden />}
        loading={state === 'busy'}
        aria-label={t('costs:receipts.save', { name })}
        onClick={() => void save()}
      >
        <span dir="auto">{name}</span>
      </Button>
      {state === 'failed' && <small role="alert">{t('costs:receipts.failed')}</small>}
    </span>
  );
}

/** A picture that opens in full size. */
function Picture({ lineId, receipt, name }: ShownProps) {
  const { t } = useTranslation('costs');
  const { data, error } = useQuery(useReceiptQuery({ lineId, receipt }));
  if (data !== undefined) return <Shown bytes={data} name={name} />;
  return (
    <span className={styles.quiet}>
      {error === null ? t('costs:receipts.loading') : t('costs:receipts.failed')}
    </span>
  );
}
function Shown({ bytes, name }: { readonly bytes: Blob; readonly name: string }) {
  const { t } = useTranslation('costs');
  const [url] = useState(() => URL.createObjectURL(new Blob([bytes], { type: 'image/webp' })));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-label={t('costs:receipts.open', { name })}>
      <img src={url} alt={name} />
      <small dir="auto">{name}</small>
    </a>
  );
}
