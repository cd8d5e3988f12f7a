import { Button, type ButtonProps } from '@mantine/core';
import { hasReceipt, type Invoice } from '@rastro/fleet/billing';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './billing.module.css';

export interface ReceiptButtonProps {
  readonly invoice: Pick<Invoice, 'id' | 'status'>;
  readonly size?: ButtonProps['size'];
}

/** The receipt of a paid invoice, as a file; there is none of any other. */
export function ReceiptButton({ invoice: { id, status }, size = 'sm' }: ReceiptButtonProps) {
  const { t } = useTranslation('billing');
  const { extension } = useServices();
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((of: number, signal) => extension.billing.receipt(of, signal));
  if (!hasReceipt(status)) return null;
  const save = async (): Promise<void> => {
    const answer = await run(id);
    if (answer?.ok) saveFile(`${t('billing:receipt.file')}-${id}.pdf`, answer.value, 'application/pdf');
  };
  return (
    <>
      {failure !== null && (
        <span role="alert" className={styles.failed}>
          {failureText(failure)}
        </span>
      )}
      <Button
        size={size}
        variant="default"
        loading={busy}
        leftSection={<FileDown size={14} aria-hidden />}
        aria-label={t('billing:receipt.of', { id })}
        onClick={() => void save()}
      >
        {t('billing:receipt.save')}
      </Button>
    </>
  );
}
