import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { FIELD_LIMITS, matchLanguage } from '@rastro/fleet';
import { DEFECT_SEVERITIES, ITEM_KINDS } from '@rastro/fleet/inspections';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { itemProblem, newItem, type ItemValues } from './checklist-values.ts';
import styles from './inspections.module.css';

const LIMITS = FIELD_LIMITS.inspection;

interface ItemsFieldProps {
  readonly label: string;
  readonly value: readonly ItemValues[];
  /** Null = nothing is wrong, or nobody has tried to save. */
  readonly error: string | null;
  /** Highest number that the saved questions have. */
  readonly used: number;
  readonly onChange: (items: readonly ItemValues[]) => void;
}

/** Questions in their order. */
export function ItemsField({ label, value, error, used, onChange }: ItemsFieldProps) {
  const { t } = useTranslation('inspections');
  const move = (from: number, to: number): void => {
    const item = value[from];
    if (item === undefined || to < 0 || to >= value.length) return;
    onChange(value.toSpliced(from, 1).toSpliced(to, 0, item));
  };
  return (
    <section className={styles.itemList} aria-label={label}>
      <h3>{label}</h3>
      <ol>
        {value.map((item, index) => (
          <ItemFields
            key={item.id}
            item={item}
            number={index + 1}
            isChecked={error !== null}
            onChange={(more) => onChange(value.with(index, { ...item, ...more }))}
            onMove={(by) => move(index, index + by)}
            onRemove={value.length > 1 ? () => onChange(value.toSpliced(index, 1)) : null}
          />
        ))}
      </ol>
      {value.length < LIMITS.items && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, newItem(value, used)])}
        >
          {t('inspections:item.add')}
        </Button>
      )}
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
    </section>
  );
}

interface ItemFieldsProps {
  readonly item: ItemValues;
  readonly number: number;
  readonly isChecked: boolean;
  readonly onChange: (more: Partial<ItemValues>) => void;
  readonly onMove: (by: number) => void;
  /** Null = it is the only one. */
  readonly onRemove: (() => void) | null;
}
function ItemFields({ item, number, isChecked, onChange, onMove, onRemove }: ItemFieldsProps) {
  const { t, i18n } = useTranslation('inspections');
  const problem = isChecked ? itemProblem(item, matchLanguage(i18n.language) ?? 'en') : null;
  const name = t('inspections:item.one', { number });
  return (
    <li className={styles.itemFields} aria-label={name}>
      <div className={styles.itemHead}>
        <strong>{name}</strong>
        <IconAction label={t('inspections:item.up', { number })} onClick={() => onMove(-1)}>
          <ArrowUp size={16} aria-hidden />
        </IconAction>
        <IconAction label={t('inspections:item.down', { number })} onClick={() => onMove(1)}>
          <ArrowDown size={16} aria-hidden />
        </IconAction>
        {onRemove !== null && (
          <IconAction label={t('inspections:item.remove', { number })} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </IconAction>
        )}
      </div>
      <TextInput
        aria-label={t('inspections:item.text', { number })}
        placeholder={t('inspections:item.placeholder')}
        maxLength={LIMITS.item}
        value={item.text}
        error={problem === null ? null : t(`inspections:item.wrong.${problem}`)}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <ItemDetails {...{ item, number, onChange }} />
    </li>
  );
}

function ItemDetails({ item, number, onChange }: Pick<ItemFieldsProps, 'item' | 'number' | 'onChange'>) {
  const { t } = useTranslation('inspections');
  const { kind, severity, isRequired } = item;
  const isJudged = kind === 'yesNo' || kind === 'number';
  return (
    <div className={styles.itemDetails}>
      <NativeSelect
        size="xs"
        aria-label={t('inspections:item.kind', { number })}
        data={ITEM_KINDS.map((value) => ({ value, label: t(`inspections:kind.${value}`) }))}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: ITEM_KINDS.find((each) => each === value) ?? 'yesNo' })
        }
      />
      {isJudged && (
        <NativeSelect
          size="xs"
          aria-label={t('inspections:item.severity', { number })}
          data={DEFECT_SEVERITIES.map((value) => ({ value, label: t(`inspections:severity.${value}`) }))}
          value={severity}
          onChange={({ currentTarget: { value } }) =>
            onChange({ severity: DEFECT_SEVERITIES.find((each) => each === value) ?? 'minor' })
          }
        />
      )}
      {kind === 'number' &&
        (['min', 'max', 'unit'] as const).map((field) => (
          <TextInput
            key={field}
            size="xs"
            aria-label={t(`inspections:item.${field}`, { number })}
            placeholder={t(`inspections:item.hint.${field}`)}
            inputMode={field === 'unit' ? 'text' : 'decimal'}
            maxLength={LIMITS.unit}
            value={item[field]}
            onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
          />
        ))}
      <Checkbox
        size="xs"
        label={t('inspections:item.required')}
        checked={isRequired}
        onChange={({ currentTarget }) => onChange({ isRequired: currentTarget.checked })}
      />
    </div>
  );
}
