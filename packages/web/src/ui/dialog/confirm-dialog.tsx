import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';
import { DialogActions, DialogFailure, Modal } from './modal.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** Special risk, e.g. that the vehicle moves. */
  readonly warning?: string | null;
  /** Label of the button that confirms. */
  readonly confirm: string;
  /** Nothing is lost by it: no red button. */
  readonly isHarmless?: boolean;
  /** Label of the button that goes back; absent = cancel. */
  readonly cancel?: string;
  readonly busy?: boolean;
  /** Why it did not work, in the user's language. */
  readonly failure?: string | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is lost. Going back is what Enter and Escape do. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, cancel, busy = false, warning = null, failure = null } = props;
  const { isHarmless = false, onConfirm, onCancel } = props;
  const { t } = useTranslation('common');
  return (
    <Modal title={title} lead={text} isQuestion busy={busy} onClose={onCancel}>
      {warning !== null && <p className={styles.warning}>{warning}</p>}
      <DialogFailure text={failure} />
      <DialogActions>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {cancel ?? t('common:cancel')}
        </Button>
        <Button
          {...(isHarmless ? {} : { className: styles.danger ?? '' })}
          loading={busy}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  );
}
