import { NativeSelect, TextInput } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import {
  CARD_COLUMNS,
  COST_KINDS,
  DATE_FORMS,
  kindOfProduct,
  MAX_CARD_CELLS,
  NEEDED_COLUMNS,
  type CardMapping,
} from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { ColumnChoice } from '../../kernel/importing/column-choice.tsx';
import type { Table } from '../../ui/sheets/read-table.ts';
import { FixedWidths } from './fixed-widths.tsx';
import { productsIn, withKind } from './card-mapping.ts';
import styles from './costs.module.css';

interface MappingFormProps {
  readonly table: Table;
  readonly mapping: CardMapping;
  readonly saved: readonly CardMapping[];
  readonly onChange: (mapping: CardMapping) => void;
}

/** Provider, columns, forms and products of a file of a fuel card. */
export function MappingForm(props: MappingFormProps) {
  const { table, mapping, onChange } = props;
  const { t } = useTranslation('costs');
  const put = (part: Partial<CardMapping>): void => onChange({ ...mapping, ...part });
  return (
    <>
      <Provider {...props} />
      <FixedWidths table={table} mapping={mapping} onChange={onChange} />
      <ColumnChoice
        table={table}
        names={CARD_COLUMNS}
        labelOf={(column) => t(`costs:import.column.${column}`)}
        needed={NEEDED_COLUMNS}
        most={MAX_CARD_CELLS}
        columns={mapping.columns}
        onChange={(columns) => put({ columns })}
      />
      <div className={styles.forms}>
        <NativeSelect
          size="xs"
          label={t('costs:import.decimal.label')}
          data={[
            { value: ',', label: t('costs:import.decimal.comma') },
            { value: '.', label: t('costs:import.decimal.point') },
          ]}
          value={mapping.decimal}
          onChange={({ currentTarget: { value } }) => put({ decimal: value === ',' ? ',' : '.' })}
        />
        <NativeSelect
          size="xs"
          label={t('costs:import.date.label')}
          data={DATE_FORMS.map((value) => ({ value, label: t(`costs:import.date.${value}`) }))}
          value={mapping.date}
          onChange={({ currentTarget: { value } }) =>
            put({ date: DATE_FORMS.find((form) => form === value) ?? 'dmy' })
          }
        />
        <TextInput
          size="xs"
          label={t('costs:import.rowMark')}
          description={t('costs:import.rowMarkHint')}
          maxLength={FIELD_LIMITS.cost.rowMark}
          value={mapping.rowMark}
          onChange={({ currentTarget: { value } }) => put({ rowMark: value })}
        />
      </div>
      <Products {...props} />
    </>
  );
}

/** Name of the provider; a saved one brings its columns and forms with it. */
function Provider({ mapping, saved, onChange }: MappingFormProps) {
  const { t } = useTranslation('costs');
  const isSaved = saved.some(({ provider }) => provider === mapping.provider);
  const choose = (name: string): void => {
    const chosen = saved.find(({ provider }) => provider === name);
    onChange(chosen === undefined ? { ...mapping, provider: '' } : { ...chosen, heads: mapping.heads });
  };
  return (
    <div className={styles.forms}>
      {saved.length > 0 && (
        <NativeSelect
          size="xs"
          label={t('costs:import.saved')}
          data={[
            { value: '', label: t('costs:import.newProvider') },
            ...saved.map(({ provider }) => ({ value: provider, label: provider })),
          ]}
          value={isSaved ? mapping.provider : ''}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      )}
      <TextInput
        size="xs"
        label={t('costs:import.provider')}
        description={t('costs:import.providerHint')}
        withAsterisk
        maxLength={FIELD_LIMITS.cost.provider}
        value={mapping.provider}
        onChange={({ currentTarget: { value } }) => onChange({ ...mapping, provider: value })}
      />
    </div>
  );
}

function Products({ table, mapping, onChange }: MappingFormProps) {
  const { t } = useTranslation('costs');
  const products = productsIn(table, mapping);
  if (products.length === 0) return null;
  return (
    <>
      <p>{t('costs:import.products')}</p>
      <div className={styles.forms}>
        {products.map((product) => (
          <NativeSelect
            key={product}
            size="xs"
            label={<span dir="auto">{product}</span>}
            data={COST_KINDS.map((kind) => ({ value: kind, label: t(`costs:kind.${kind}`) }))}
            value={kindOfProduct(product, mapping)}
            onChange={({ currentTarget: { value } }) => {
              const chosen = COST_KINDS.find((kind) => kind === value);
              if (chosen !== undefined) onChange(withKind(mapping, product, chosen));
            }}
          />
        ))}
      </div>
    </>
  );
}
