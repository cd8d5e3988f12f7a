import type { Device } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import batch from '../batch/batch.module.css';
import type { FieldName } from '../fields/device-fields.ts';
import { useLinkChoices } from '../fields/link-select.tsx';
import { useChoiceName } from '../fields/use-choice-name.ts';
import { useFieldContext } from '../fields/use-field-context.ts';
import { valuesNow } from './plan-bulk.ts';

const VISIBLE_VALUES = 3;

/** Values of a field in the chosen devices before it is changed. */
export function ValuesNow({ devices, name }: { devices: readonly Device[]; name: FieldName }) {
  const { t } = useTranslation(['devicebulk', 'devices']);
  const context = useFieldContext();
  const choiceName = useChoiceName();
  const groups = useLinkChoices('group').data ?? [];
  const calendars = useLinkChoices('calendar').data ?? [];
  const values = useMemo(() => valuesNow(devices, name, context), [devices, name, context]);
  const textOf = (value: string): string => {
    if (value === '') return t('devicebulk:empty');
    if (name === 'disabled') return t('devices:yes');
    const linked = name === 'groupId' ? groups : name === 'calendarId' ? calendars : [];
    return linked.find(({ id }) => String(id) === value)?.name ?? choiceName({ name }, value);
  };
  const others = values.slice(VISIBLE_VALUES).reduce((sum, [, count]) => sum + count, 0);
  const visibleValues = [
    ...values
      .slice(0, VISIBLE_VALUES)
      .map(([value, count]) => t('devicebulk:valueCount', { value: textOf(value), count })),
    ...(others > 0 ? [t('devicebulk:others', { count: others })] : []),
  ];
  return (
    <span className={batch.lineText}>{t('devicebulk:before', { values: visibleValues.join(', ') })}</span>
  );
}
