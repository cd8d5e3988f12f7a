import { Button, PasswordInput } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import type { TypedSecret } from './integration-values.ts';
import styles from './integrations.module.css';

export interface SecretFieldProps extends Pick<
  CustomFieldProps<TypedSecret>,
  'label' | 'value' | 'onChange'
> {
  /** Time at which it was stored; null = there is none. */
  readonly setAt: string | null;
}

/** A secret is write-only: the field shows since when there is one, and is empty. */
export function SecretField({ label, setAt, value, onChange }: SecretFieldProps) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const isForgotten = value === null;
  const hint = isForgotten
    ? t('integrations:secret.forgotten')
    : setAt === null
      ? t('integrations:secret.none')
      : t('integrations:secret.setAt', { when: format.dateTime(Date.parse(setAt)) });
  return (
    <div className={styles.secret}>
      <PasswordInput
        label={label}
        description={hint}
        value={value ?? ''}
        maxLength={FIELD_LIMITS.secret}
        // Browsers must not fill in the password of the account.
        autoComplete="new-password"
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('integrations:secret.show') }}
      />
      {setAt !== null && (
        <Button size="xs" variant="default" onClick={() => onChange(isForgotten ? '' : null)}>
          {t(isForgotten ? 'integrations:secret.keep' : 'integrations:secret.forget')}
        </Button>
      )}
    </div>
  );
}
