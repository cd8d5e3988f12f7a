import { Dialog } from '@base-ui/react/dialog';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { Check, Copy, MessageCircle } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import dialog from '../../../ui/dialog.module.css';
import { useCopy } from '../../../ui/use-copy.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { QrCode } from './qr-code.tsx';
import {
  readEnd,
  SHARE_TERM_NAMES,
  SHARE_TERMS,
  shareEnd,
  shareLink,
  whatsappLink,
  type ShareTerm,
} from './share-terms.ts';
import styles from './share.module.css';

export interface ShareDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}
interface Made {
  readonly link: string;
  readonly end: number;
}

/** Makes a link that shows one vehicle to whoever has it, for a while. */
export function ShareDialog({ device, onClose }: ShareDialogProps) {
  const { t } = useTranslation('share');
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.dialog}>
          <Dialog.Title className={dialog.title}>{t('share:title', { name: device.name })}</Dialog.Title>
          {made === null ? (
            <ShareForm device={device} onMade={setMade} onClose={onClose} />
          ) : (
            <ShareResult device={device} made={made} onClose={onClose} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ShareFormProps extends ShareDialogProps {
  readonly onMade: (made: Made) => void;
}

function ShareForm({ device, onMade, onClose }: ShareFormProps) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { user } = useSignedIn();
  const failureText = useFailureText();
  const [term, setTerm] = useState<ShareTerm | 'date'>('h1');
  const [date, setDate] = useState('');
  const [isDateWrong, setDateWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<ApiFailure | null>(null);

  const share = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // React passes the event on through portals: the form around the panel is not meant.
    event.stopPropagation();
    const now = Date.now();
    const end = term === 'date' ? readEnd(date, now) : now + SHARE_TERMS[term];
    setDateWrong(end === null);
    if (end === null || busy) return;
    setBusy(true);
    setFailed(null);
    const answer = await client.shares.device(device.id, new Date(end), new AbortController().signal);
    setBusy(false);
    if (!answer.ok) {
      setFailed(answer.error);
      return;
    }
    onMade({
      link: shareLink(answer.value, device.id, location.origin),
      end: shareEnd(end, user.expirationTime),
    });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void share(event)} noValidate>
      <Dialog.Description className={dialog.text}>{t('share:lead')}</Dialog.Description>
      <NativeSelect
        label={t('share:term')}
        value={term}
        data={[
          ...SHARE_TERM_NAMES.map((name) => ({ value: name, label: t(`share:terms.${name}`) })),
          { value: 'date', label: t('share:terms.date') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          setTerm(SHARE_TERM_NAMES.find((name) => name === value) ?? 'date')
        }
      />
      {term === 'date' && (
        <TextInput
          type="datetime-local"
          label={t('share:end')}
          value={date}
          error={isDateWrong ? t('share:endWrong') : null}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
      {failed !== null && (
        <p className={dialog.failure} role="alert">
          {failureText(failed)}
        </p>
      )}
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('share:make')}
        </Button>
      </div>
    </form>
  );
}

function ShareResult({ device, made: { link, end }, onClose }: ShareDialogProps & { readonly made: Made }) {
  const { t } = useTranslation('share');
  const format = useFormat();
  const { isCopied, copy } = useCopy();
  const until = format.dateTime(end);
  return (
    <div className={styles.form}>
      <Dialog.Description className={dialog.text} render={<p role="status" />}>
        {t('share:made', { until })}
      </Dialog.Description>
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
      <div className={dialog.actions}>
        <Button
          component="a"
          variant="default"
          href={whatsappLink(t('share:message', { name: device.name, until, link }))}
          target="_blank"
          rel="noreferrer"
          leftSection={<MessageCircle size={15} aria-hidden />}
        >
          {t('share:whatsapp')}
        </Button>
        <Button onClick={onClose}>{t('share:close')}</Button>
      </div>
    </div>
  );
}
