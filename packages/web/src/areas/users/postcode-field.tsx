import { postcodeDigits } from '@rastro/fleet';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { addressLine, differsFrom, filledIn, replacedBy } from './address-of-postcode.ts';
import type { UserValues } from './user-values.ts';
import styles from './users.module.css';

interface PostcodeFieldProps extends CustomFieldProps<string> {
  /** The rest of the address. */
  readonly typed: UserValues;
  /** @param address What it fills in. */
  readonly onFound: (address: Partial<UserValues>) => void;
}

/**
 * The postcode; whole, it fills what of the address is still empty. Over what is typed it goes only when it is asked
 * to. With an unknown postcode nothing happens.
 */
export function PostcodeField({
  label,
  value: text,
  error,
  disabled,
  typed,
  onFound,
  onChange,
}: PostcodeFieldProps) {
  const { t } = useTranslation('users');
  const { extension } = useServices();
  // One that is there already has been looked up, or was not meant to be.
  const [hasTyped, setHasTyped] = useState(false);
  const filledFor = useRef<string | null>(null);
  const code = hasTyped && !disabled ? postcodeDigits(text) : null;
  const { data, isFetching } = useQuery({
    queryKey: ['postcode', code],
    enabled: code !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await extension.postcode(code ?? '', signal);
      // The form can be filled in by hand without the service.
      return answer.ok ? answer.value : null;
    },
  });
  const found = code === null ? null : (data ?? null);
  useEffect(() => {
    // Once for each postcode: a field that the user empties afterwards stays empty.
    if (found === null || filledFor.current === found.postcode) return;
    filledFor.current = found.postcode;
    onFound(filledIn(typed, found));
  }, [found, typed, onFound]);
  const isOther = found !== null && differsFrom(typed, found);
  return (
    <>
      <TextInput
        label={label}
        value={text}
        error={error}
        onChange={(event) => {
          setHasTyped(true);
          filledFor.current = null;
          onChange(event.currentTarget.value);
        }}
      />
      <p className={styles.postcode} role="status">
        {isFetching && t('users:postcode.looking')}
        {isOther && t('users:postcode.says', { address: addressLine(found) })}
      </p>
      {isOther && (
        <Button
          className={styles.replace}
          variant="default"
          size="xs"
          onClick={() => onFound(replacedBy(found))}
        >
          {t('users:postcode.replace')}
        </Button>
      )}
    </>
  );
}
