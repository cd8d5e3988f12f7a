import { NativeSelect, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { DEVICE_STATES } from '@rastro/fleet';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { moneySign } from '../../../i18n/number-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { CategoryPicker } from './category-picker.tsx';
import { ColorChoice } from './color-choice.tsx';
import { CURRENCIES, type DeviceField, type FieldName } from './device-fields.ts';
import styles from './fields.module.css';
import { LinkSelect } from './link-select.tsx';
import { useChoiceName } from './use-choice-name.ts';
import { useFieldContext } from './use-field-context.ts';

export interface FieldInputProps {
  readonly field: DeviceField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why it cannot be saved, in words. */
  readonly problem?: string | null;
  /** Text of the warning about a likely typing mistake. */
  readonly warning?: string | null;
  readonly disabled?: boolean;
  /** Values of other devices in this field. */
  readonly suggestions?: readonly string[];
  /** For the pictures of the categories. */
  readonly colors?: Readonly<Record<string, string>>;
}

const HINTED: readonly FieldName[] = ['disabled', 'expirationTime', 'calendarId', 'speedLimit'];
const TYPES = { phone: 'tel', email: 'email' } as const;

/** One field of a device, whatever its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, onChange, disabled = false } = props;
  const { t } = useTranslation(['deviceform', 'attributes']);
  const context = useFieldContext();
  const { name, kind } = field;
  const label = useFieldLabel()(field);
  const hint = HINTED.includes(name) ? t(`deviceform:hint.${name as 'disabled'}`) : null;

  switch (kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          description={hint}
          disabled={disabled}
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
        />
      );
    case 'category':
      return (
        <CategoryPicker
          label={label}
          value={value}
          colors={props.colors ?? {}}
          brand={context.brand}
          onChange={onChange}
        />
      );
    case 'color':
      return <ColorChoice label={label} value={value} disabled={disabled} onChange={onChange} />;
    case 'group':
    case 'calendar':
      return (
        <LinkSelect
          kind={kind}
          label={label}
          description={hint}
          value={value}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case 'choice':
      return <Choice {...props} label={label} />;
    case 'longText':
    case 'text':
    case 'plate':
    case 'phone':
    case 'email':
    case 'date':
    case 'moment':
    case 'money':
    case 'decimal':
    case 'speed':
      return <TypedField {...props} label={label} hint={hint} />;
  }
}

interface TypedFieldProps extends FieldInputProps {
  readonly label: string;
  readonly hint: string | null;
}

/** Input for typed text, in one line or several. */
function TypedField({ label, hint, ...props }: TypedFieldProps) {
  const { field, value, onChange, problem = null, warning = null, disabled = false } = props;
  const doubt = warning === null ? null : <span className={styles.warning}>{warning}</span>;
  const inputProps = {
    label,
    description: doubt ?? hint,
    error: problem,
    disabled,
    value,
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
  };
  if (field.kind !== 'longText') return <TextField {...props} inputProps={inputProps} />;
  return (
    <Textarea
      {...inputProps}
      autosize={false}
      rows={3}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface TextFieldProps extends FieldInputProps {
  readonly inputProps: TextInputProps;
}

/** Input of one line, with the values of other devices as suggestions. */
function TextField({ field: { kind, required }, inputProps, suggestions = [], onChange }: TextFieldProps) {
  const listId = useId();
  if (kind === 'date' || kind === 'moment')
    return (
      <DateField
        {...inputProps}
        value={String(inputProps.value ?? '')}
        kind={kind}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk={required === true}
        aria-required={required === true}
        onChange={onChange}
      />
    );
  return (
    <>
      <TextInput
        {...inputProps}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type={kind in TYPES ? TYPES[kind as keyof typeof TYPES] : 'text'}
        withAsterisk={required === true}
        aria-required={required === true}
        inputMode={['money', 'decimal', 'speed'].includes(kind) ? 'decimal' : undefined}
        autoCapitalize={kind === 'plate' ? 'characters' : undefined}
        autoComplete="off"
        list={suggestions.length > 0 ? listId : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** The name of a field with its unit. */
export function useFieldLabel(): (field: DeviceField) => string {
  const { t } = useTranslation(['deviceform', 'attributes']);
  const { language, speedUnit } = useFieldContext();
  return ({ name, kind }) => {
    const label = t(`attributes:ofDevice.${name}`);
    if (kind === 'money') return `${label} (${moneySign(language)})`;
    return kind === 'speed' ? `${label} (${t(`deviceform:unit.${speedUnit}`)})` : label;
  };
}

function Choice({ field, value, disabled = false, label, onChange }: FieldInputProps & { label: string }) {
  const { t } = useTranslation('deviceform');
  const nameOf = useChoiceName();
  const known: readonly string[] = field.name === 'state' ? DEVICE_STATES : CURRENCIES;
  const all = value === '' || known.includes(value) ? known : [...known, value];
  return (
    <NativeSelect
      label={label}
      value={value}
      disabled={disabled}
      data={[
        { value: '', label: t('deviceform:none') },
        ...all.map((each) => ({ value: each, label: nameOf(field, each) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
