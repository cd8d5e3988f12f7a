import { Textarea, TextInput } from '@mantine/core';
import { FIELD_LIMITS, type Maintenance, type MaintenanceDue, type NewService } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../i18n/number-text.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { checkDone, doneValues, newService, type DoneValues } from './done-values.ts';
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
  const failureText = useFailureText();
  const amounts = useAmounts();
  const [context] = useState(() => ({ ...amounts, now: Date.now() }));
  const [values, setValues] = useState(() => doneValues(maintenance, due, context));
  const [isChecked, setChecked] = useState(false);
  const { busy, failure, run } = useWrite(
    (service: NewService, signal: AbortSignal) => client.services.add(service, signal),
    { touches: SERVICES_KEY },
  );
  const problems = checkDone(maintenance, values, context);
  const submit = (): void => {
    setChecked(true);
    if (Object.keys(problems).length > 0) return;
    void run(newService(due, values, context)).then((answer) => answer?.ok === true && onClose());
  };
  return (
    <Modal
      title={t('maintenances:doneTitle', { name: maintenance.name })}
      lead={due.deviceName}
      busy={busy}
      onClose={onClose}
    >
      <DialogForm submit={t('maintenances:write')} busy={busy} onSubmit={submit} onCancel={onClose}>
        <DoneFields
          values={values}
          problems={isChecked ? problems : {}}
          unit={context.unit}
          money={moneySign(context.language)}
          onChange={(part) => setValues((old) => ({ ...old, ...part }))}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

interface DoneFieldsProps {
  readonly values: DoneValues;
  readonly problems: ReturnType<typeof checkDone>;
  readonly unit: string;
  readonly money: string;
  readonly onChange: (part: Partial<DoneValues>) => void;
}

function DoneFields({ values, problems, unit, money, onChange }: DoneFieldsProps) {
  const { t } = useTranslation('maintenances');
  const problem = (field: keyof DoneValues): string | null => {
    const wrong = problems[field];
    return wrong === undefined ? null : t(`maintenances:problem.${wrong}`);
  };
  return (
    <>
      <DateField
        kind="date"
        label={t('maintenances:book.day')}
        value={values.day}
        error={problem('day')}
        onChange={(day) => onChange({ day })}
      />
      {(['odometer', 'hours', 'cost'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`maintenances:doneField.${field}`, { unit, money })}
          inputMode="decimal"
          autoComplete="off"
          value={values[field]}
          error={problem(field)}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      <Textarea
        label={t('maintenances:book.notes')}
        rows={3}
        maxLength={FIELD_LIMITS.service.notes}
        value={values.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
    </>
  );
}
