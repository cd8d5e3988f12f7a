import { Button, TextInput } from '@mantine/core';
import { Check, Copy, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/modal.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useFormat } from '../formats/use-format.ts';
import { whatsappLink } from './share-terms.ts';
import styles from './share.module.css';

export interface Made {
  readonly link: string;
  /** Milliseconds since 1970. */
  readonly end: number;
}
export interface ShareResultProps {
  /** Name of the shared object. */
  readonly name: string;
  readonly made: Made;
  readonly onClose: () => void;
}

/** A link to a share: to copy, to scan, to send. */
export function ShareResult({ name, made: { link, end }, onClose }: ShareResultProps) {
  const { t } = useTranslation('share');
  const format = useFormat();
  const { isCopied, copy } = useCopy();
  const until = format.dateTime(end);
  return (
    <div className={styles.form}>
      <div className={styles.linkLine}>
        <TextInput
          className={styles.link}
          aria-label={t('share:link')}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy(link)}
        >
          {t(isCopied ? 'share:copied' : 'share:copy')}
        </Button>
      </div>
      <QrCode text={link} label={t('share:code')} />
      <DialogActions>
        <Button
          component="a"
          variant="default"
          href={whatsappLink(t('share:message', { name, until, link }))}
          target="_blank"
          rel="noreferrer"
          leftSection={<MessageCircle size={15} aria-hidden />}
        >
          {t('share:whatsapp')}
        </Button>
        <Button onClick={onClose}>{t('share:close')}</Button>
      </DialogActions>
    </div>
  );
}
