import { NativeSelect, TextInput } from '@mantine/core';
import { measureOf } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/date-field.tsx';
import styles from '../../ui/form.module.css';
import type { AmountContext } from './amounts.ts';
import {
  MAX_LENGTH,
  OFFERED_TYPES,
  type MaintenanceProblems,
  type MaintenanceValues,
} from './maintenance-values.ts';

export interface MaintenanceFieldsProps {
  readonly values: MaintenanceValues;
  readonly problems: MaintenanceProblems;
  readonly context: AmountContext;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<MaintenanceValues>) => void;
}

/** The counted quantity, its start, the interval, and the notice before it is due. */
export function MaintenanceFields(props: MaintenanceFieldsProps) {
  const { values, problems, mayEdit, onChange } = props;
  const { t } = useTranslation('maintenances');
  const problem = (field: keyof MaintenanceProblems): string | null => {
    const wrong = problems[field];
    return wrong === undefined ? null : t(`maintenances:problem.${wrong}`);
  };
  const isDate = measureOf(values.type) === 'date';
  const start = {
    label: t('maintenances:field.start', { unit: useUnitName(values.type, props.context) }),
    description: t(isDate ? 'maintenances:startDateHint' : 'maintenances:startHint'),
    value: values.start,
    error: problem('start'),
  };
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <TextInput
        label={t('maintenances:field.name')}
        withAsterisk
        maxLength={MAX_LENGTH}
        value={values.name}
        error={problem('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TypeSelect
        type={values.type}
        onChange={(type) => onChange({ type, start: '', period: '', notice: '' })}
      />
      {isDate ? (
        <DateField
          {...start}
          label={t('maintenances:field.startDate')}
          kind="date"
          onChange={(text) => onChange({ start: text })}
        />
      ) : (
        <TextInput
          {...start}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => onChange({ start: event.currentTarget.value })}
        />
      )}
      <Amount {...props} field="period" error={problem('period')} />
      <Amount {...props} field="notice" error={problem('notice')} />
    </fieldset>
  );
}

function TypeSelect({
  type,
  onChange,
}: {
  readonly type: string;
  readonly onChange: (type: string) => void;
}) {
  const { t } = useTranslation('maintenances');
  const isOffered = OFFERED_TYPES.some((offered) => offered === type);
  return (
    <NativeSelect
      label={t('maintenances:field.type')}
      value={type}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {OFFERED_TYPES.map((offered) => (
        <option key={offered} value={offered}>
          {t(`maintenances:type.${offered}`)}
        </option>
      ))}
      {/* What somebody has made elsewhere keeps its name. */}
      {!isOffered && <option value={type}>{type}</option>}
    </NativeSelect>
  );
}

/** In what the amounts of a type are typed. */
function useUnitName(type: string, { unit }: AmountContext): string {
  const { t } = useTranslation('maintenances');
  const measure = measureOf(type);
  return measure === 'distance' ? unit : t(`maintenances:unit.${measure}`);
}

function Amount({
  field,
  error,
  values,
  context,
  onChange,
}: MaintenanceFieldsProps & { readonly field: 'period' | 'notice'; readonly error: string | null }) {
  const { t } = useTranslation('maintenances');
  return (
    <TextInput
      label={t(`maintenances:field.${field}`, { unit: useUnitName(values.type, context) })}
      description={t(`maintenances:${field}Hint`)}
      inputMode="decimal"
      autoComplete="off"
      value={values[field]}
      error={error}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
}
