import { Button } from '@mantine/core';
import { MapPinned } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { historyPathAt } from '../../kernel/period/history-path.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { CaseForm } from './case-form.tsx';
import { detailsOf, driverOf, type Row } from './coaching-filter.ts';
import styles from './coaching.module.css';
import { ContestPart } from './contest-part.tsx';
import { EffectLine } from './effect-line.tsx';

interface CaseDialogProps {
  readonly row: Row;
  readonly onClose: () => void;
}

/** One event with its case: what happened, the talk and its effect, the contest. */
export function CaseDialog({ row, onClose }: CaseDialogProps) {
  const { t } = useTranslation('coaching');
  const { may, isReadonly } = useRights();
  const details = detailsOf(row);
  const mayWrite = may('drivers.edit') && !isReadonly;
  return (
    <Modal title={t(`coaching:kind.${details.kind}`)} onClose={onClose}>
      <EventDetails row={row} />
      {mayWrite && <CaseForm key={row.coachingCase?.version ?? 0} row={row} onSaved={onClose} />}
      {!mayWrite && row.coachingCase !== null && <p className={styles.note}>{row.coachingCase.note}</p>}
      {row.coachingCase?.doneAt != null && <EffectLine coachingCase={row.coachingCase} />}
      <ContestPart row={row} mayWrite={mayWrite} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('coaching:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function EventDetails({ row }: { readonly row: Row }) {
  const { t } = useTranslation('coaching');
  const format = useFormat();
  const zone = useZone();
  const { event, reason } = row;
  const { deviceId, deviceName, startTime } = detailsOf(row);
  const at = Date.parse(startTime);
  const driver = driverOf(row);
  return (
    <div className={styles.details}>
      <p>
        <strong>{driver === '' ? t('coaching:noDriver') : driver}</strong> · {deviceName}
      </p>
      <p>
        <time dateTime={startTime}>{format.dateTime(at)}</time>
        {reason !== null && (
          <span className={styles.reason} data-reason={reason}>
            {t(`coaching:reason.${reason}`)}
          </span>
        )}
      </p>
      {event?.strength != null && (
        <p>{t('coaching:case.strength', { value: format.number(event.strength, 1) })}</p>
      )}
      {event?.speed != null && <p>{t('coaching:case.speed', { value: format.speed(event.speed) })}</p>}
      {event !== null && event.address !== null && <p>{event.address}</p>}
      {event === null ? (
        <p className={styles.quiet}>{t('coaching:gone')}</p>
      ) : (
        <Button
          component={Link}
          to={historyPathAt(deviceId, at, zone)}
          variant="default"
          size="xs"
          leftSection={<MapPinned size={15} aria-hidden />}
        >
          {t('coaching:case.map')}
        </Button>
      )}
    </div>
  );
}
