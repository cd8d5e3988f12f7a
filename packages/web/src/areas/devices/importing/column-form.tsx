import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import batch from '../batch/batch.module.css';
import { fieldOf, type FieldName } from '../fields/device-fields.ts';
import { useFieldLabel } from '../fields/field-input.tsx';
import { withColumn, type Mapping } from './match-columns.ts';
import type { Table } from '../../../ui/sheets/read-table.ts';

export interface ColumnFormProps {
  readonly fileName: string;
  readonly table: Table;
  readonly fields: readonly FieldName[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
  readonly onCheck: () => void;
  readonly onAnother: () => void;
}

/** Assigns columns to fields. */
export function ColumnForm(props: ColumnFormProps) {
  const { fileName, table, fields, mapping, onChange, onCheck, onAnother } = props;
  const { t } = useTranslation('deviceimport');
  const labelOf = useFieldLabel();
  const choices = fields.map((name) => ({ value: name, label: labelOf(fieldOf(name)) }));
  const canGoOn = mapping.includes('uniqueId');
  return (
    <>
      <div className={batch.body}>
        <p className={batch.text}>
          {t('deviceimport:columnsText', { count: table.rows.length, name: fileName })}
        </p>
        <ul className={batch.list} aria-label={t('deviceimport:columns')}>
          {table.header.map((column, at) => {
            const name = column === '' ? t('deviceimport:noColumn') : column;
            return (
              // A column has nothing but its place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at} className={batch.column}>
                <span className={batch.columnName}>
                  {name}
                  <span className={batch.sample}>{table.rows[0]?.cells[at] ?? ''}</span>
                </span>
                <NativeSelect
                  size="xs"
                  aria-label={t('deviceimport:fieldFor', { column: name })}
                  value={mapping[at] ?? ''}
                  data={[{ value: '', label: t('deviceimport:leaveOut') }, ...choices]}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(withColumn(mapping, at, fields.find((field) => field === value) ?? null))
                  }
                />
              </li>
            );
          })}
        </ul>
      </div>
      <footer className={batch.footer}>
        <span className={batch.footerText} role="status">
          {canGoOn ? '' : t('deviceimport:needsIdentifier')}
        </span>
        <Button variant="default" onClick={onAnother}>
          {t('deviceimport:another')}
        </Button>
        <Button disabled={!canGoOn} onClick={onCheck}>
          {t('deviceimport:check')}
        </Button>
      </footer>
    </>
  );
}
