import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../ui/sheets/read-table.ts';
import type { ColumnsOfFile } from './columns-in.ts';
import styles from './importing.module.css';

interface ColumnChoiceProps<C extends string> {
  readonly table: Table;
  readonly names: readonly C[];
  readonly labelOf: (column: C) => string;
  readonly needed: readonly C[];
  /** Columns of the file that may be chosen. */
  readonly most?: number;
  readonly columns: ColumnsOfFile<C>;
  readonly onChange: (columns: ColumnsOfFile<C>) => void;
}

/** Columns of a file, one for each of ours. */
export function ColumnChoice<C extends string>(props: ColumnChoiceProps<C>) {
  const { table, names, labelOf, needed, most, columns, onChange } = props;
  const { t } = useTranslation('fileimport');
  const { header, rows } = table;
  const options = [
    { value: '', label: t('fileimport:none') },
    ...header
      .slice(0, most)
      .map((name, at) => ({ value: String(at), label: name === '' ? `${at + 1}` : name })),
  ];
  const choose = (column: C, value: string): void => {
    const next: Partial<Record<C, number>> = { ...columns };
    if (value === '') delete next[column];
    else next[column] = Number(value);
    onChange(next);
  };
  return (
    <>
      <p>{t('fileimport:rows', { count: rows.length })}</p>
      <div className={styles.columns}>
        {names.map((column) => (
          <NativeSelect
            key={column}
            size="xs"
            label={labelOf(column)}
            withAsterisk={needed.includes(column)}
            data={options}
            value={String(columns[column] ?? '')}
            onChange={({ currentTarget }) => choose(column, currentTarget.value)}
          />
        ))}
      </div>
    </>
  );
}
