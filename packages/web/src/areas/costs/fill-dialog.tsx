import { Button } from '@mantine/core';
import { MapPinned } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { historyPathAt } from '../../kernel/period/history-path.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import styles from './costs.module.css';
import type { FillRow } from './tank-rows.ts';

interface FillDialogProps {
  readonly row: FillRow;
  readonly onClose: () => void;
}

/** A fill that no bill is of, with its levels and the way to its place and minute. */
export function FillDialog({ row: { deviceId, deviceName, found }, onClose }: FillDialogProps) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const zone = useZone();
  const { fill, outcome } = found;
  const liters = (value: number | null): string =>
    value === null
      ? t('costs:months.unknown')
      : t('costs:quantity.liter', { amount: format.number(value, 1) });
  const readings = [
    ['vehicle', deviceName],
    ['fillAt', `${format.dateTime(fill.start)} – ${format.time(fill.end)}`],
    ['filled', liters(fill.liters)],
    ['before', liters(fill.before)],
    ['after', liters(fill.after)],
  ] as const;
  return (
    <Modal title={t(`costs:tank.outcome.${outcome}`)} onClose={onClose}>
      <p className={styles.finding}>{t(`costs:tank.finding.${outcome}`)}</p>
      <dl className={styles.readings}>
        {readings.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`costs:tank.field.${name}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button
          component={Link}
          to={historyPathAt(deviceId, fill.start, zone)}
          variant="default"
          size="xs"
          leftSection={<MapPinned size={15} aria-hidden />}
        >
          {t('costs:tank.history')}
        </Button>
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('costs:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
