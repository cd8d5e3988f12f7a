import { Button } from '@mantine/core';
import type { Checklist } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { ChecklistForm } from './checklist-form.tsx';
import styles from './inspections.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { SeverityChip } from './result-chips.tsx';
import { useInspectionCalls } from './use-inspections.ts';

interface ChecklistDialogProps {
  readonly checklist: Checklist;
  readonly onClose: () => void;
}

/** A checklist with its questions, and what can be done about it. */
export function ChecklistDialog({ checklist, onClose }: ChecklistDialogProps) {
  const { t } = useTranslation('inspections');
  const calls = useInspectionCalls();
  const { may, isReadonly } = useRights();
  const [action, setAction] = useState<'edit' | 'remove' | null>(null);
  const back = (): void => setAction(null);
  const { id, name, items, revision } = checklist;
  if (action === 'edit') return <ChecklistForm checklist={checklist} onDone={back} onClose={back} />;
  if (action === 'remove')
    return (
      <RemoveDialog
        title={t('inspections:checklist.remove')}
        text={t('inspections:checklist.removeText', { name })}
        write={(signal) => calls.removeChecklist(id, signal)}
        onBack={back}
        onRemoved={onClose}
      />
    );
  return (
    <Modal title={name} lead={t('inspections:checklist.revision', { number: revision })} onClose={onClose}>
      <ol className={styles.answers}>
        {items.map((item) => (
          <li key={item.id}>
            <span className={styles.asked}>
              <span dir="auto">{item.text}</span>
              <span className={styles.quiet}>{t(`inspections:kind.${item.kind}`)}</span>
            </span>
            {(item.kind === 'yesNo' || item.kind === 'number') && <SeverityChip severity={item.severity} />}
          </li>
        ))}
      </ol>
      <DialogActions>
        {!isReadonly && may('inspections.delete') && (
          <Button variant="default" onClick={() => setAction('remove')}>
            {t('inspections:remove.open')}
          </Button>
        )}
        {!isReadonly && may('inspections.edit') && (
          <Button variant="default" onClick={() => setAction('edit')}>
            {t('inspections:checklist.edit')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('inspections:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
