import { Button } from '@mantine/core';
import type { InspectionDetail } from '@rastro/fleet/inspections';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { DialogFailure } from '../../ui/dialog/modal.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useInspectionCalls } from './use-inspections.ts';

interface PdfButtonProps {
  readonly inspection: Pick<InspectionDetail, 'id' | 'deviceName'>;
}

/** The inspection as a file that the server has made, with its pictures and signatures. */
export function PdfButton({ inspection: { id, deviceName } }: PdfButtonProps) {
  const { t } = useTranslation('inspections');
  const calls = useInspectionCalls();
  const failureText = useFailureText();
  const zone = useZone();
  const { busy, failure, run } = useWrite((of: number, signal: AbortSignal) => calls.pdf(of, zone, signal));
  const save = async (): Promise<void> => {
    const answer = await run(id);
    if (answer?.ok)
      saveFile(`${t('inspections:one')} ${id} ${deviceName}.pdf`, answer.value, 'application/pdf');
  };
  return (
    <>
      <DialogFailure text={failure === null ? null : failureText(failure)} />
      <Button variant="default" loading={busy} onClick={() => void save()}>
        {t('inspections:pdf')}
      </Button>
    </>
  );
}
