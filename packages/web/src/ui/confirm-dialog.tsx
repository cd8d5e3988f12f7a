import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What the button that goes on says. */
  readonly confirm: string;
  /** What the button that goes back says; absent = cancel. */
  readonly cancel?: string;
  readonly busy?: boolean;
  /** Why it did not work, in the person's language. */
  readonly failure?: string | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is lost. Going back is what Enter and Escape do. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, cancel, busy = false, failure = null, onConfirm, onCancel } = props;
  const { t } = useTranslation('common');
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.dialog}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{text}</AlertDialog.Description>
          {failure !== null && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          <div className={styles.actions}>
            <Button variant="default" onClick={onCancel}>
              {cancel ?? t('common:cancel')}
            </Button>
            <Button className={styles.danger ?? ''} loading={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
