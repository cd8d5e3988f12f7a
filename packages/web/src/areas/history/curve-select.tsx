import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './dock.module.css';
import type { HistoryAddress } from './history-address.ts';
import { useMeasures, useMeasureText } from './use-measure-text.ts';

export interface CurveSelectProps {
  readonly address: HistoryAddress;
  readonly onCurve: (curve: string | null) => void;
}

/** Choice of the second curve of the chart. */
export function CurveSelect({ address: { deviceIds, measure, curve }, onCurve }: CurveSelectProps) {
  const { t } = useTranslation('history');
  const measureName = useMeasureText().name;
  const measures = useMeasures(deviceIds, [measure, curve]);
  return (
    <NativeSelect
      size="xs"
      className={styles.curve}
      aria-label={t('history:curve.label')}
      value={curve ?? ''}
      data={[
        { value: '', label: t('history:curve.none') },
        ...measures.map((name) => ({ value: name, label: measureName(name) })),
      ]}
      onChange={({ currentTarget: { value } }) => onCurve(value === '' ? null : value)}
    />
  );
}
