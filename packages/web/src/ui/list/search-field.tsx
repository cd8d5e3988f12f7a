import { ActionIcon, TextInput } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './list.module.css';

export interface SearchFieldProps {
  readonly label: string;
  /** Searchable fields, where the label does not name them. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Arrow down: on to the rows. */
  readonly onDown?: () => void;
}

/** Words to find in a list. */
export function SearchField({ label, hint = label, value, onChange, onDown }: SearchFieldProps) {
  const { t } = useTranslation('common');
  return (
    <TextInput
      className={styles.search}
      type="search"
      size="sm"
      aria-label={label}
      placeholder={hint}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        value !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('common:list.clear')}
            onClick={() => onChange('')}
          >
            <X size={15} aria-hidden />
          </ActionIcon>
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || onDown === undefined) return;
        event.preventDefault();
        onDown();
      }}
    />
  );
}
