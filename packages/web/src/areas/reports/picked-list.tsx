import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
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
  const rest = useMemo(() => all.filter(({ value }) => !picked.includes(value)), [all, picked]);
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
        <SearchedSelect
          size="xs"
          aria-label={label}
          className={styles.add ?? ''}
          placeholder={label}
          value=""
          options={rest}
          onChange={(value) => {
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
