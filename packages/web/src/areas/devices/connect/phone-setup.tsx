import { Button } from '@mantine/core';
import { osmandAddress, traccarClientLink } from '@rastro/protocols/setups';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import styles from './connect.module.css';

export interface PhoneSetupProps {
  readonly host: string;
  readonly port: number;
  readonly uniqueId: string;
}

/** A telephone as the tracker: a code for the Traccar Client, and what other applications ask for. */
export function PhoneSetup(props: PhoneSetupProps) {
  const { t } = useTranslation('connect');
  const { host, port, uniqueId } = props;
  const link = traccarClientLink(props);
  return (
    <>
      <p className={styles.advice}>{t('connect:phoneHint')}</p>
      <div className={styles.qr}>
        <QrCode text={link} label={t('connect:phoneCode')} />
      </div>
      <p className={styles.advice}>{t('connect:phoneOther')}</p>
      <dl className={styles.facts}>
        <CopyableValue name={t('connect:phoneUrl')} value={osmandAddress(host, port)} />
        <CopyableValue name={t('connect:phoneId')} value={uniqueId} />
      </dl>
    </>
  );
}

/** A value to enter elsewhere. */
export function CopyableValue({ name, value }: { readonly name: string; readonly value: string }) {
  const { t } = useTranslation('connect');
  const { isCopied, copy } = useCopy();
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.code}>{value}</span>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Copy size={13} aria-hidden />}
          aria-label={t('connect:copyOf', { what: name })}
          onClick={() => void copy(value)}
        >
          {t(isCopied ? 'connect:copied' : 'connect:copy')}
        </Button>
      </dd>
    </div>
  );
}
