import { FIELD_LIMITS, type Maintenance, type MaintenanceDue } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../i18n/number-text.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import { recordOf } from '../../ui/fields/record-of.ts';
import { AMOUNTS, checkDone, doneValues, newService, type DoneValues } from './done-values.ts';
import { useAmounts } from './use-amounts.ts';
import { SERVICES_KEY } from './use-maintenances.ts';

export interface DoneDialogProps {
  readonly due: MaintenanceDue;
  readonly maintenance: Pick<Maintenance, 'name' | 'type'>;
  readonly onClose: () => void;
}

/** Adds an entry to the service log: work, date, odometer or hours, and cost. */
export function DoneDialog({ due, maintenance, onClose }: DoneDialogProps) {
  const { t } = useTranslation('maintenances');
  const { client } = useServices();
  const amounts = useAmounts();
  const [context] = useState(() => ({ ...amounts, now: Date.now() }));
  const form = useSendForm({
    initial: doneValues(maintenance, due, context),
    fields: (values) => {
      const problems = checkDone(maintenance, values, context);
      const problemOf = (name: keyof DoneValues): string | null => {
        const problem = problems[name];
        return problem === undefined ? null : t(`maintenances:problem.${problem}`);
      };
      return {
        day: { kind: 'date', label: t('maintenances:book.day'), problem: problemOf('day') },
        ...recordOf(AMOUNTS, (name) => ({
          kind: 'text' as const,
          label: t(`maintenances:doneField.${name}`, {
            unit: context.unit,
            money: moneySign(context.language),
          }),
          problem: problemOf(name),
          input: { inputMode: 'decimal' as const, autoComplete: 'off' },
        })),
        notes: {
          kind: 'longText',
          label: t('maintenances:book.notes'),
          maxLength: FIELD_LIMITS.service.notes,
        },
      };
    },
    write: (values, signal) => client.services.add(newService(due, values, context), signal),
    touches: SERVICES_KEY,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('maintenances:doneTitle', { name: maintenance.name })}
      lead={due.deviceName}
      submit={t('maintenances:write')}
      onClose={onClose}
    />
  );
}
