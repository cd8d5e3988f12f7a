import { Button } from '@mantine/core';
import { readQrCode, type Device } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { CodeReader } from '../../kernel/codes/code-reader.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './autolink.module.css';
import { Offer } from './offer.tsx';

/**
 * From the label of a tracker to a vehicle of one's own.
 * @source docs/reference/requirements.md PRODUCT §7, SPEC §2 "/autolink"
 */
export function AutolinkPanel() {
  const { t } = useTranslation('autolink');
  const { id } = useParams();
  return (
    <Panel title={t('autolink:title')} tall>
      <div className={styles.content}>
        {/* Another address is another label. */}
        <Steps key={id} asked={id} />
      </div>
    </Panel>
  );
}

function Steps({ asked }: { readonly asked: string | undefined }) {
  const { t } = useTranslation('autolink');
  const [code, setCode] = useState(() => (asked === undefined ? null : readQrCode(asked)));
  const [device, setDevice] = useState<Device | null>(null);
  const again = (): void => {
    setCode(null);
    setDevice(null);
  };
  if (device !== null) return <Done device={device} onAgain={again} />;
  if (code !== null) return <Offer code={code} onTaken={setDevice} onOther={again} />;
  return (
    <>
      <p className={styles.lead}>{t('autolink:lead')}</p>
      <CodeReader
        wrong={t('autolink:codeWrong')}
        isWrong={asked !== undefined && readQrCode(asked) === null}
        onCode={setCode}
      />
    </>
  );
}

function Done({ device, onAgain }: { readonly device: Device; readonly onAgain: () => void }) {
  const { t } = useTranslation('autolink');
  return (
    <section className={styles.card}>
      <p className={styles.done} role="status">
        {t('autolink:done', { name: device.name })}
      </p>
      <Button component={Link} to={`/devices/${device.id}`}>
        {t('autolink:open')}
      </Button>
      <Button variant="subtle" onClick={onAgain}>
        {t('autolink:another')}
      </Button>
    </section>
  );
}
