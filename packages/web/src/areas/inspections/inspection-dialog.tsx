import { Button } from '@mantine/core';
import type { InspectionDetail } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { AnswerList } from './answer-list.tsx';
import { InspectionPaper, picturesOfPaper } from './inspection-paper.tsx';
import { InspectionReadings } from './inspection-readings.tsx';
import { PdfButton } from './pdf-button.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useInspection, useInspectionCalls } from './use-inspections.ts';

interface InspectionDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One inspection with its questions and answers. */
export function InspectionDialog({ id, onClose }: InspectionDialogProps) {
  const { t } = useTranslation('inspections');
  const failureText = useFailureText();
  const calls = useInspectionCalls();
  const { may, isReadonly } = useRights();
  const { data, error } = useInspection(id);
  const [isRemoving, setRemoving] = useState(false);
  if (data !== undefined && isRemoving)
    return (
      <RemoveDialog
        title={t('inspections:remove.title')}
        text={t('inspections:remove.text', { vehicle: data.deviceName })}
        write={(signal) => calls.remove(id, signal)}
        onBack={() => setRemoving(false)}
        onRemoved={onClose}
      />
    );
  return (
    <Modal title={data?.deviceName ?? t('inspections:one')} onClose={onClose}>
      <DialogFailure text={error === null ? null : failureText(failureIn(error))} />
      {data === undefined && error === null && <p role="status">{t('inspections:loading')}</p>}
      {data !== undefined && (
        <>
          <InspectionReadings inspection={data} />
          <AnswerList inspection={data} />
        </>
      )}
      <DialogActions>
        {data !== undefined && <PdfButton inspection={data} />}
        {data !== undefined && <PrintButton inspection={data} />}
        {data !== undefined && !isReadonly && may('inspections.delete') && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('inspections:remove.open')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('inspections:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Prints the inspection with its pictures. */
function PrintButton({ inspection }: { readonly inspection: InspectionDetail }) {
  const { t } = useTranslation('inspections');
  const { title: brand } = useSignedIn().branding;
  const [isPaper, setPaper] = useState(false);
  const print = async (): Promise<void> => {
    flushSync(() => setPaper(true));
    await picturesOfPaper();
    window.print();
  };
  return (
    <>
      <Button variant="default" onClick={() => void print()}>
        {t('inspections:print')}
      </Button>
      {isPaper && <InspectionPaper inspection={inspection} brand={brand} />}
    </>
  );
}
