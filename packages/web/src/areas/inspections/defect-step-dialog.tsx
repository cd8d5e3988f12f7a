import { FIELD_LIMITS } from '@rastro/fleet';
import { dateIn, readCivilDate } from '@rastro/fleet/billing';
import { MINUTE_MS } from '@rastro/base';
import type { Defect, WorkshopStep } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { newUuid } from '../../kernel/uuid.ts';
import { useNow } from '../../ui/use-now.ts';
import { INSPECTIONS_KEY, useInspectionCalls } from './use-inspections.ts';

interface Values {
  readonly signature: string;
  readonly until: string;
  readonly note: string;
}
interface DefectStepDialogProps {
  readonly defect: Defect;
  readonly kind: WorkshopStep;
  readonly onDone: (defect: Defect) => void;
  readonly onClose: () => void;
}

/** Says what a step of the workshop does, and takes it; a mechanic signs with their name. */
export function DefectStepDialog({ defect, kind, onDone, onClose }: DefectStepDialogProps) {
  const { t } = useTranslation('inspections');
  const calls = useInspectionCalls();
  const today = dateIn(useZone(), useNow(MINUTE_MS));
  // A second attempt after an answer that was lost is the same step.
  const [id] = useState(newUuid);
  const form = useSendForm<Values, Defect>({
    initial: { signature: '', until: '', note: '' },
    fields: ({ until }) => ({
      signature: {
        kind: 'text',
        label: t('inspections:step.signature'),
        hint: t('inspections:step.signatureHint'),
        isHidden: kind !== 'repair' && kind !== 'dismiss',
        required: t('inspections:step.signatureMissing'),
        maxLength: FIELD_LIMITS.inspection.signature,
      },
      until: {
        kind: 'date',
        label: t('inspections:step.until'),
        isHidden: kind !== 'defer',
        problem: (readCivilDate(until) === null || until < today) && t('inspections:step.untilWrong'),
      },
      note: {
        kind: 'longText',
        label: t('inspections:field.note'),
        maxLength: FIELD_LIMITS.inspection.note,
      },
    }),
    write: ({ signature, until, note }, signal) =>
      calls.stepDefect(
        defect.id,
        {
          id,
          version: defect.version,
          kind,
          signature: signature.trim(),
          note: note.trim(),
          until: kind === 'defer' ? until : null,
        },
        signal,
      ),
    touches: INSPECTIONS_KEY,
    onDone,
  });
  return (
    <FormDialog
      form={form}
      isQuestion
      title={t(`inspections:step.open.${kind}`)}
      lead={t(`inspections:step.text.${kind}`, { defect: defect.itemText, vehicle: defect.deviceName })}
      submit={t(`inspections:step.confirm.${kind}`)}
      onClose={onClose}
    />
  );
}
