import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useSheetName } from '../../kernel/formats/use-sheet-name.ts';
import { useServices } from '../../kernel/services.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SHEET_FORMATS, type SheetFormat } from '../../ui/sheets/save-rows.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import styles from './billing.module.css';
import { askedInvoices, type BillingQuestion } from './invoice-question.ts';

/** All invoices of the question, not only those that are shown, as a file. */
export function ExportMenu({ question }: { readonly question: BillingQuestion }) {
  const { t } = useTranslation('billing');
  const { extension } = useServices();
  const nameOf = useSheetName();
  const failureText = useFailureText();
  const { busy, failure, run } = useWrite((format: SheetFormat, signal) =>
    extension.billing.sheet({ ...askedInvoices(question), format }, signal),
  );
  const save = async (format: SheetFormat): Promise<void> => {
    const answer = await run(format);
    if (answer?.ok) saveFile(nameOf(t('billing:exportName'), format), answer.value, answer.value.type);
  };
  return (
    <>
      {failure !== null && (
        <span role="alert" className={styles.failed}>
          {failureText(failure)}
        </span>
      )}
      <DownloadMenu
        label={t('billing:export')}
        formats={SHEET_FORMATS.map((format) => ({ format, name: t(`common:sheet.${format}`) }))}
        busy={busy}
        onChoose={(format) => void save(format)}
      />
    </>
  );
}
