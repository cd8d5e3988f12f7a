import { Button } from '@mantine/core';
import type { Defect } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { DefectDialog } from './defect-dialog.tsx';
import { useDefect } from './use-inspections.ts';

interface OpenedDefectProps {
  readonly id: number;
  /** As the list has it; null = another page, or what is not asked for. */
  readonly listed: Defect | null;
  readonly onClose: () => void;
}

/** The defect of the address, also when the list does not have it. */
export function OpenedDefect({ id, listed, onClose }: OpenedDefectProps) {
  const { t } = useTranslation('inspections');
  const failureText = useFailureText();
  const { data, error } = useDefect(id);
  const [changed, setChanged] = useState<Defect | null>(null);
  const [newest] = [changed, data ?? null, listed]
    .filter((each) => each !== null)
    .toSorted((a, b) => b.version - a.version);
  if (newest !== undefined) return <DefectDialog defect={newest} onChanged={setChanged} onClose={onClose} />;
  return (
    <Modal title={t('inspections:defect.one')} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {error === null && <p role="status">{t('inspections:loading')}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('inspections:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
