import { FIELD_LIMITS } from '@rastro/fleet';
import { dateIn, readCivilDate } from '@rastro/fleet/billing';
import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import { isReleaseEnd, type Defect, type WorkshopStep } from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { moneySign } from '../../i18n/number-text.ts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { newUuid } from '../../kernel/uuid.ts';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { useNow } from '../../ui/use-now.ts';
import { readCost, readOdometerKm } from './repair-values.ts';
import { INSPECTIONS_KEY, useInspectionCalls } from './use-inspections.ts';

/** Enough to drive to a workshop. */
const RELEASE_MS = 4 * HOUR_MS;

interface Values {
  readonly signature: string;
  readonly until: string;
  readonly releasedUntil: string;
  readonly odometer: string;
  readonly cost: string;
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
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  const typing = useTyping();
  const fields = useStepFields(kind, dateIn(zone, now));
  // A second attempt after an answer that was lost is the same step.
  const [id] = useState(newUuid);
  const form = useSendForm<Values, Defect>({
    initial: {
      signature: '',
      until: '',
      releasedUntil: localTime(now + RELEASE_MS, zone),
      odometer: '',
      cost: '',
      note: '',
    },
    fields,
    write: ({ signature, until, releasedUntil, odometer, cost, note }, signal) =>
      calls.stepDefect(
        defect.id,
        {
          id,
          version: defect.version,
          kind,
          signature: signature.trim(),
          note: note.trim(),
          until: kind === 'defer' ? until : null,
          releasedUntil: kind === 'release' ? new Date(momentOf(releasedUntil, zone)).toISOString() : null,
          odometerKm: kind === 'repair' ? readOdometerKm(odometer, typing) : null,
          cost: kind === 'repair' ? readCost(cost, typing) : null,
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

/** Language and unit in which this user types. */
function useTyping() {
  const { language, distanceUnit } = useDisplayChoices();
  return { language, unit: distanceUnit };
}

/** @param today Day in the zone of the user. */
function useStepFields(kind: WorkshopStep, today: string) {
  const { t } = useTranslation('inspections');
  const zone = useZone();
  const typing = useTyping();
  const isWrong = (amount: number | null): boolean => amount !== null && Number.isNaN(amount);
  const typed = {
    isHidden: kind !== 'repair',
    input: { inputMode: 'decimal', autoComplete: 'off' },
  } as const;
  return ({ until, releasedUntil, odometer, cost }: Values): FieldTable<Values> => ({
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
    releasedUntil: {
      kind: 'moment',
      label: t('inspections:step.releasedUntil'),
      hint: t('inspections:step.releasedUntilHint'),
      isHidden: kind !== 'release',
      problem:
        !isReleaseEnd(momentOf(releasedUntil, zone), Date.now()) && t('inspections:step.releasedUntilWrong'),
    },
    odometer: {
      kind: 'text',
      label: t('inspections:step.odometer', { unit: typing.unit }),
      ...typed,
      problem: isWrong(readOdometerKm(odometer, typing)) && t('inspections:step.amountWrong'),
    },
    cost: {
      kind: 'text',
      label: t('inspections:step.cost', { money: moneySign(typing.language) }),
      hint: t('inspections:step.costHint'),
      ...typed,
      problem: isWrong(readCost(cost, typing)) && t('inspections:step.amountWrong'),
    },
    note: {
      kind: 'longText',
      label: t(kind === 'release' ? 'inspections:step.reason' : 'inspections:field.note'),
      ...(kind === 'release' && { required: t('inspections:step.reasonMissing') }),
      maxLength: FIELD_LIMITS.inspection.note,
    },
  });
}
