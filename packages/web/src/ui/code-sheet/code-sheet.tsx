import { Button } from '@mantine/core';
import { qrCodeText } from '@rastro/fleet';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { DialogActions, Modal } from '../dialog/modal.tsx';
import { QrCode } from '../qr-code.tsx';
import styles from './code-sheet.module.css';

/** One label of a sheet. */
export interface CodeLabel {
  readonly code: string;
  /** Where a camera leads. */
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
  /** Beside the buttons, e.g. new codes. */
  readonly tools?: ReactNode;
  readonly onClose: () => void;
}

const SHOWN = 4;

/** Codes for labels and sheets: a look at the first ones, and the paper with all of them. */
export function CodeSheet({ title, lead, labels, failure, busy, tools, onClose }: CodeSheetProps) {
  const { t } = useTranslation(['codes', 'common']);
  const all = labels ?? [];
  return (
    <Modal title={title} lead={lead} onClose={onClose}>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {labels === null && failure === null && <p role="status">{t('common:loading')}</p>}
      <div className={styles.preview}>
        {all.slice(0, SHOWN).map((label) => (
          <Label key={label.code} label={label} />
        ))}
      </div>
      {labels !== null && (
        <p className={styles.count} role="status">
          {t('codes:sheet.count', { count: labels.length })}
        </p>
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
      {/* Beside the application: on paper stands nothing else, nor the sheet of the map, which hides what is none. */}
      {createPortal(
        <div className={styles.paper} data-print aria-hidden>
          {all.map((label) => (
            <Label key={label.code} label={label} />
          ))}
        </div>,
        document.body,
      )}
    </Modal>
  );
}

function Label({ label: { code, address, name, detail } }: { readonly label: CodeLabel }) {
  const { t } = useTranslation('codes');
  return (
    <div className={styles.label}>
      <QrCode text={address} label={t('codes:sheet.codeOf', { name })} />
      <strong className={styles.name}>{name}</strong>
      {detail !== '' && <span className={styles.detail}>{detail}</span>}
      <span className={styles.code}>{qrCodeText(code)}</span>
    </div>
  );
}
