import { Button, NativeSelect } from '@mantine/core';
import { qrCodeText } from '@rastro/fleet';
import { Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DialogActions, Modal } from '../dialog/modal.tsx';
import { QrCode } from '../qr-code.tsx';
import styles from './code-sheet.module.css';
import { LABELS_PER_PAGE, pagesOf, usualPerPage } from './label-pages.ts';

/** One label of a sheet. */
export interface CodeLabel {
  readonly code: string;
  /** Address that the code opens. */
  readonly address: string;
  readonly name: string;
  readonly detail: string;
}
export interface CodeSheetProps {
  readonly title: string;
  readonly lead: string;
  /** Null = on their way. */
  readonly labels: readonly CodeLabel[] | null;
  /** Why there are none. */
  readonly failure: string | null;
  readonly busy: boolean;
  /** Next to the buttons, e.g. new codes. */
  readonly tools?: ReactNode;
  readonly onClose: () => void;
}

const PREVIEW_COUNT = 4;

/** Codes for labels and sheets: a look at the first ones, and the paper with all of them. */
export function CodeSheet({ title, lead, labels, failure, busy, tools, onClose }: CodeSheetProps) {
  const { t } = useTranslation(['codes', 'common']);
  const all = labels ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const perPage = chosen ?? usualPerPage(all.length);
  const pages = pagesOf(all, perPage);
  return (
    <Modal title={title} lead={lead} onClose={onClose}>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {labels === null && failure === null && <p role="status">{t('common:loading')}</p>}
      <div className={styles.preview}>
        {all.slice(0, PREVIEW_COUNT).map((label) => (
          <Label key={label.code} label={label} />
        ))}
      </div>
      {labels !== null && (
        <p className={styles.count} role="status">
          {[
            t('codes:sheet.count', { count: labels.length }),
            t('codes:sheet.pages', { count: pages.length }),
          ].join(' · ')}
        </p>
      )}
      {labels !== null && (
        <NativeSelect
          className={styles.choice}
          label={t('codes:sheet.perPage')}
          value={String(perPage)}
          data={LABELS_PER_PAGE.map((count) => ({
            value: String(count),
            label: t('codes:sheet.labels', { count }),
          }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <DialogActions>
        {tools}
        <Button variant="default" onClick={onClose}>
          {t('codes:sheet.close')}
        </Button>
        <Button
          disabled={all.length === 0}
          loading={busy}
          leftSection={<Printer size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('codes:sheet.print')}
        </Button>
      </DialogActions>
      <Paper pages={pages} perPage={perPage} />
    </Modal>
  );
}

interface PaperProps {
  readonly pages: readonly (readonly CodeLabel[])[];
  readonly perPage: number;
}

/** Outside the application: on paper stands nothing else, nor the sheet of the map, which hides what is none. */
const Paper = ({ pages, perPage }: PaperProps) =>
  createPortal(
    <div className={styles.paper} data-print aria-hidden>
      {pages.map((page) => (
        <div key={page[0]?.code} className={styles.page} data-labels={perPage}>
          {page.map((label) => (
            <Label key={label.code} label={label} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );

function Label({ label: { code, address, name, detail } }: { readonly label: CodeLabel }) {
  const { t } = useTranslation('codes');
  return (
    <div className={styles.label}>
      <QrCode text={address} label={t('codes:sheet.codeOf', { name })} />
      <span className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        {detail !== '' && <span className={styles.detail}>{detail}</span>}
        <span className={styles.code}>{qrCodeText(code)}</span>
      </span>
    </div>
  );
}
