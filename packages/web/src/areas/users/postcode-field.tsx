import { postcodeDigits } from '@rastro/fleet';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../kernel/services.tsx';
import { addressLine, differsFrom, filledIn, replacedBy } from './address-of-postcode.ts';
import type { TabProps } from './tab-props.ts';
import styles from './users.module.css';

/**
 * The postcode; whole, it fills what of the address is still empty. Over what is typed it goes only when it is asked
 * to. Where nobody knows the postcode, nothing happens.
 */
export function PostcodeField({ values, problems, mayEdit, onChange }: TabProps) {
  const { t } = useTranslation('users');
  const { extension } = useServices();
  const { typed } = values;
  const text = typed.postcode ?? '';
  // One that is there already has been looked up, or was not meant to be.
  const [hasTyped, setHasTyped] = useState(false);
  const filledFor = useRef<string | null>(null);
  const code = hasTyped && mayEdit ? postcodeDigits(text) : null;
  const { data, isFetching } = useQuery({
    queryKey: ['postcode', code],
    enabled: code !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await extension.postcode(code ?? '', signal);
      // A form can be filled in by hand: a service that is away is nobody's trouble.
      return answer.ok ? answer.value : null;
    },
  });
  const found = code === null ? null : (data ?? null);
  useEffect(() => {
    // Once for each postcode: a field that somebody empties afterwards stays empty.
    if (found === null || filledFor.current === found.postcode) return;
    filledFor.current = found.postcode;
    onChange({ typed: filledIn(typed, found) });
  }, [found, typed, onChange]);
  const problem = problems['postcode'];
  const isOther = found !== null && differsFrom(typed, found);
  return (
    <>
      <TextInput
        label={t('users:field.postcode')}
        value={text}
        error={problem === undefined ? null : t(`users:problem.${problem}`)}
        onChange={(event) => {
          setHasTyped(true);
          filledFor.current = null;
          onChange({ typed: { ...typed, postcode: event.currentTarget.value } });
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
          onClick={() => onChange({ typed: replacedBy(typed, found) })}
        >
          {t('users:postcode.replace')}
        </Button>
      )}
    </>
  );
}
