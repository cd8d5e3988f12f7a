import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';
import styles from './reports.module.css';

export interface Pick {
  readonly value: string;
  readonly label: string;
}
export interface PickedListProps {
  /** Says what is added, e.g. `Add a group`. */
  readonly label: string;
  readonly all: readonly Pick[];
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

/** Some of many: each has a chip, and a list adds one more. */
export function PickedList({ label, all, picked, onChange }: PickedListProps) {
  const rest = all.filter(({ value }) => !picked.includes(value));
  return (
    <>
      {picked.map((value) => (
        <PickedChip
          key={value}
          name={all.find((each) => each.value === value)?.label ?? value}
          onRemove={() => onChange(picked.filter((each) => each !== value))}
        />
      ))}
      {rest.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={label}
          className={styles.add}
          value=""
          data={[{ value: '', label }, ...rest]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value !== '') onChange([...picked, value]);
          }}
        />
      )}
    </>
  );
}

export function PickedChip({ name, onRemove }: { readonly name: ReactNode; readonly onRemove: () => void }) {
  const { t } = useTranslation('reports');
  return <Chip name={name} removeLabel={t('reports:remove', { name })} onRemove={onRemove} />;
}
