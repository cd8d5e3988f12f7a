import { Button } from '@mantine/core';
import { MapPinned } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { historyPathAt } from '../../kernel/period/history-path.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import styles from './costs.module.css';
import type { BillRow } from './tank-rows.ts';

interface TankDialogProps {
  readonly row: BillRow;
  readonly onClose: () => void;
}

/** A bill with all that is known of the tank at its time. */
export function TankDialog({ row, onClose }: TankDialogProps) {
  const { t } = useTranslation('costs');
  const zone = useZone();
  const { line, check } = row;
  const at = line.at === null ? (check.fill?.start ?? null) : Date.parse(line.at);
  return (
    <Modal title={t(`costs:tank.outcome.${check.outcome}`)} onClose={onClose}>
      <p className={styles.finding}>
        <Finding row={row} />
      </p>
      <Evidence row={row} />
      <div className={styles.actions}>
        {at !== null && (
          <Button
            component={Link}
            to={historyPathAt(line.deviceId, at, zone)}
            variant="default"
            size="xs"
            leftSection={<MapPinned size={15} aria-hidden />}
          >
            {t('costs:tank.history')}
          </Button>
        )}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('costs:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function useLiters(): (value: number) => string {
  const { t } = useTranslation('costs');
  const format = useFormat();
  return (value) => t('costs:quantity.liter', { amount: format.number(value, 1) });
}

/** The finding as a sentence: a question to be asked, no verdict. */
function Finding({ row: { check } }: Pick<TankDialogProps, 'row'>) {
  const { t } = useTranslation('costs');
  const liters = useLiters();
  const { outcome, reason, missingLiters, toleranceLiters } = check;
  const values = { missing: liters(missingLiters), tolerance: liters(toleranceLiters) };
  return reason === null ? t(`costs:tank.finding.${outcome}`, values) : t(`costs:tank.reason.${reason}`);
}

function Evidence({ row: { line, check } }: Pick<TankDialogProps, 'row'>) {
  const { t } = useTranslation('costs');
  const format = useFormat();
  const liters = useLiters();
  const { fill, levels } = check;
  const level = (value: number | null | undefined): string => (value == null ? '' : liters(value));
  const readings = [
    ['vehicle', line.deviceName],
    ['billedAt', line.at === null ? format.day(line.from) : format.dateTime(Date.parse(line.at))],
    ['station', line.supplier],
    ['driver', line.driverName],
    ['billed', `${liters(line.quantity)} · ${format.money(line.cents)}`],
    ['fillAt', fill === null ? '' : `${format.dateTime(fill.start)} – ${format.time(fill.end)}`],
    ['filled', level(fill?.liters)],
    ['before', level(fill === null ? levels?.before?.liters : fill.before)],
    ['after', level(fill === null ? levels?.after?.liters : fill.after)],
    ['missing', check.missingLiters > 0 ? liters(check.missingLiters) : ''],
    ['missingMoney', check.missingCents > 0 ? format.money(check.missingCents) : ''],
    ['tolerance', liters(check.toleranceLiters)],
    ['document', line.document],
  ] as const;
  return (
    <dl className={styles.readings}>
      {readings
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt>{t(`costs:tank.field.${name}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      {check.together.length > 0 && (
        <div>
          <dt>{t('costs:tank.field.together')}</dt>
          <dd>{format.number(check.together.length, 0)}</dd>
        </div>
      )}
    </dl>
  );
}
