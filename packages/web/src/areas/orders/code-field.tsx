import { Button, TextInput } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import styles from './orders.module.css';

/** Code that the customer says when the order is done: typed, or made here. */
export function CodeField({ label, value, error, onChange }: CustomFieldProps<string>) {
  const { t } = useTranslation('orders');
  return (
    <div className={styles.code}>
      <TextInput
        label={label}
        description={t('orders:form.codeHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={FIELD_LIMITS.order.code.max}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button variant="default" onClick={() => onChange(newCode())}>
        {t('orders:form.makeCode')}
      </Button>
    </div>
  );
}

const DIGITS = 4;
/** As unguessable as so few digits are: the server looks at five. */
function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
