import { Button, TextInput } from '@mantine/core';
import { qrCodeText, readQrCode } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { hasCodeReader, useCamera } from './use-camera.ts';
import styles from './qr-driver.module.css';
import { useDesk } from './use-act-desk.ts';

/** From a code, scanned, typed or out of the address, to a check-in. @source SPEC §2 "/qr-driver/scan/:id" */
export function ScanScreen() {
  const { t } = useTranslation('qrdriver');
  const { id } = useParams();
  const [code, setCode] = useState(() => (id === undefined ? null : readQrCode(id)));
  const [isWrong, setWrong] = useState(id !== undefined && code === null);
  const found = (text: string): void => {
    const read = readQrCode(text);
    setWrong(read === null);
    setCode(read);
  };
  return (
    <>
      {code === null ? (
        <>
          <h1 className={styles.heading}>{t('qrdriver:scanTitle')}</h1>
          {hasCodeReader() ? <Camera onFound={found} /> : <p>{t('qrdriver:noCamera')}</p>}
          <Typed isWrong={isWrong} onTyped={found} />
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

function Camera({ onFound }: { readonly onFound: (text: string) => void }) {
  const { t } = useTranslation('qrdriver');
  const { video, isRefused } = useCamera(onFound);
  if (isRefused) return <p role="alert">{t('qrdriver:cameraRefused')}</p>;
  return <video ref={video} className={styles.camera} aria-label={t('qrdriver:camera')} muted playsInline />;
}

interface TypedProps {
  readonly isWrong: boolean;
  readonly onTyped: (text: string) => void;
}
function Typed({ isWrong, onTyped }: TypedProps) {
  const { t } = useTranslation('qrdriver');
  const [text, setText] = useState('');
  return (
    <form
      className={styles.acts}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onTyped(text);
      }}
    >
      <TextInput
        size="lg"
        label={t('qrdriver:code')}
        description={t('qrdriver:codeHint')}
        error={isWrong ? t('qrdriver:codeWrong') : null}
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" variant="default">
        {t('qrdriver:next')}
      </Button>
    </form>
  );
}

interface ConfirmProps {
  readonly code: string;
  readonly onOther: () => void;
}
function Confirm({ code, onOther }: ConfirmProps) {
  const { t } = useTranslation('qrdriver');
  const navigate = useNavigate();
  const { act, busy } = useDesk();
  const checkIn = async (): Promise<void> => {
    await act(code);
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
