import { Button } from '@mantine/core';
import { qrCodeText, readQrCode } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { CodeReader } from '../../kernel/codes/code-reader.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import styles from './qr-driver.module.css';
import { useOutletCheckInQueue } from './use-check-in-queue.ts';

/**
 * From a code, scanned, typed or out of the address, to a check-in.
 * @source docs/reference/requirements.md SPEC §2 "/qr-driver/scan/:id"
 */
export function ScanScreen() {
  const { t } = useTranslation('qrdriver');
  useScreenTitle(t('qrdriver:scanTitle'));
  const { id } = useParams();
  const [code, setCode] = useState(() => (id === undefined ? null : readQrCode(id)));
  return (
    <>
      {code === null ? (
        <>
          <h1 className={styles.heading}>{t('qrdriver:scanTitle')}</h1>
          <CodeReader
            wrong={t('qrdriver:codeWrong')}
            isWrong={id !== undefined && readQrCode(id) === null}
            onCode={setCode}
          />
          <Button component={Link} to="/qr-driver" variant="subtle">
            {t('qrdriver:back')}
          </Button>
        </>
      ) : (
        <Confirm code={code} onOther={() => setCode(null)} />
      )}
    </>
  );
}

interface ConfirmProps {
  readonly code: string;
  readonly onOther: () => void;
}
function Confirm({ code, onOther }: ConfirmProps) {
  const { t } = useTranslation('qrdriver');
  const navigate = useNavigate();
  const { submit, busy } = useOutletCheckInQueue();
  const checkIn = async (): Promise<void> => {
    await submit(code);
    await navigate('/qr-driver', { replace: true });
  };
  return (
    <section className={styles.current}>
      <h1 className={styles.heading}>{t('qrdriver:confirmTitle')}</h1>
      <p className={styles.plate}>{qrCodeText(code)}</p>
      <p className={styles.quiet}>{t('qrdriver:confirmText')}</p>
      <div className={styles.acts}>
        <Button size="xl" loading={busy} onClick={() => void checkIn()}>
          {t('qrdriver:checkIn')}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={onOther}>
          {t('qrdriver:otherCode')}
        </Button>
      </div>
    </section>
  );
}
