import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useCopy } from '../../ui/use-copy.ts';
import styles from './account.module.css';

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** New recovery codes: shown once, to save, print or copy. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('account');
  const { user, branding } = useSignedIn();
  const { isCopied, copy } = useCopy();
  const text = [`${branding.title} - ${user.email}`, '', ...codes, ''].join('\n');
  return (
    <Modal title={t('account:recovery.title')} lead={t('account:recovery.text')} isQuestion onClose={onClose}>
      <div className={styles.fields}>
        <ol className={styles.codes} aria-label={t('account:recovery.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.row}>
          <Button variant="default" onClick={() => void copy(text)}>
            {isCopied ? t('account:copied') : t('account:copy')}
          </Button>
          <Button variant="default" onClick={() => saveFile('recovery-codes.txt', text, 'text/plain')}>
            {t('account:recovery.save')}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {t('account:recovery.print')}
          </Button>
          <Button onClick={onClose}>{t('account:recovery.kept')}</Button>
        </div>
      </div>
    </Modal>
  );
}
