import { Button } from '@mantine/core';
import type { QrCheckIn } from '@rastro/fleet';
import { ClipboardCheck, Clock, Gauge, LogOut, ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { InspectionNotice } from './inspections/inspection-notice.tsx';
import styles from './qr-driver.module.css';
import { StopList } from './stops/stop-list.tsx';
import { CheckInResults } from './check-in-results.tsx';
import { useCurrentCheckIn, useOutletCheckInQueue } from './use-check-in-queue.ts';

/**
 * The driver's current vehicle, and the two actions that they have.
 * @source docs/reference/requirements.md SPEC §2 "/qr-driver"
 */
export function DriveScreen() {
  const { t } = useTranslation(['qrdriver', 'inspections', 'common']);
  const { data, error } = useCurrentCheckIn();
  const failureText = useFailureText();
  const checkInQueue = useOutletCheckInQueue();
  return (
    <>
      <CheckInResults queue={checkInQueue} />
      {data === undefined ? (
        <>
          <h1 className={styles.heading}>{t('qrdriver:ownVehicle')}</h1>
          <p className={styles.quiet} role="status">
            {error === null ? t('common:loading') : failureText(failureIn(error))}
          </p>
        </>
      ) : data === null ? (
        <section className={styles.current}>
          <h1 className={styles.name}>{t('qrdriver:nothing')}</h1>
          <p className={styles.quiet}>{t('qrdriver:nothingText')}</p>
        </section>
      ) : (
        <Current checkIn={data} />
      )}
      {data != null && error !== null && <p className={styles.quiet}>{t('qrdriver:lastKnown')}</p>}
      <InspectionNotice />
      <StopList />
      <div className={styles.acts}>
        <Button
          component={Link}
          to="/qr-driver/scan"
          size="xl"
          variant={data == null ? 'filled' : 'default'}
          leftSection={<ScanQrCode size={22} aria-hidden />}
        >
          {t(data == null ? 'qrdriver:scan' : 'qrdriver:scanOther')}
        </Button>
        <Button
          component={Link}
          to="/qr-driver/inspection"
          size="xl"
          variant="default"
          leftSection={<ClipboardCheck size={22} aria-hidden />}
        >
          {t('inspections:driver.open')}
        </Button>
        {data !== null && <CheckOut />}
        <OwnPages />
      </div>
    </>
  );
}

function OwnPages() {
  const { t } = useTranslation('qrdriver');
  return (
    <>
      <Button
        component={Link}
        to="/qr-driver/score"
        size="xl"
        variant="default"
        leftSection={<Gauge size={22} aria-hidden />}
      >
        {t('qrdriver:ownScore')}
      </Button>
      <Button
        component={Link}
        to="/qr-driver/hours"
        size="xl"
        variant="default"
        leftSection={<Clock size={22} aria-hidden />}
      >
        {t('qrdriver:ownHours')}
      </Button>
    </>
  );
}

function Current({ checkIn }: { readonly checkIn: QrCheckIn }) {
  const { t } = useTranslation('qrdriver');
  const format = useFormat();
  const { deviceName, plate, since, unlock } = checkIn;
  return (
    <section className={styles.current} aria-label={t('qrdriver:current')}>
      <p className={styles.quiet}>{t('qrdriver:current')}</p>
      <h1 className={styles.name}>{deviceName}</h1>
      {plate !== '' && <p className={styles.plate}>{plate}</p>}
      <p className={styles.quiet}>{t('qrdriver:since', { at: format.dateTime(Date.parse(since)) })}</p>
      {unlock !== 'none' && (
        <p className={styles.unlock} data-unlock={unlock}>
          {t(`qrdriver:unlock.${unlock}`)}
        </p>
      )}
    </section>
  );
}

/** Asks first: a vehicle without a driver may be locked. */
function CheckOut() {
  const { t } = useTranslation('qrdriver');
  const { submit, busy } = useOutletCheckInQueue();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xl"
        loading={busy}
        leftSection={<LogOut size={22} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('qrdriver:checkOut')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('qrdriver:checkOutTitle')}
          text={t('qrdriver:checkOutText')}
          confirm={t('qrdriver:checkOut')}
          isHarmless
          onConfirm={() => {
            setAsking(false);
            void submit(null);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
