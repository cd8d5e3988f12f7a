import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { Check, Copy, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useZone } from '../../../kernel/formats/use-zone.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { DialogActions, DialogFailure, Modal } from '../../../ui/dialog/modal.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { ShareList } from './share-list.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
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
  const { may } = useRights();
  const format = useFormat();
  return (
    <Modal
      title={t('share:title', { name: device.name })}
      lead={
        made === null ? (
          t('share:lead')
        ) : (
          <span role="status">{t('share:made', { until: format.dateTime(made.end) })}</span>
        )
      }
      onClose={onClose}
    >
      {made === null ? (
        <>
          <ShareForm device={device} onMade={setMade} onClose={onClose} />
          {may('share.view') && <ShareList device={device} onLink={setMade} />}
        </>
      ) : (
        <ShareResult device={device} made={made} onClose={onClose} />
      )}
    </Modal>
  );
}

const TOUCHES = { touches: ['shares'] } as const;

interface ShareFormProps extends ShareDialogProps {
  readonly onMade: (made: Made) => void;
}

function ShareForm({ device, onMade, onClose }: ShareFormProps) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { user } = useSignedIn();
  const zone = useZone();
  const failureText = useFailureText();
  const [term, setTerm] = useState<ShareTerm | 'date'>('h1');
  const [date, setDate] = useState('');
  const [isDateWrong, setDateWrong] = useState(false);
  const {
    busy,
    failure: failed,
    run,
  } = useWrite((end: number, signal) => client.shares.device(device.id, new Date(end), signal), TOUCHES);

  const share = async (): Promise<void> => {
    const now = Date.now();
    const end = term === 'date' ? readEnd(date, { now, zone }) : now + SHARE_TERMS[term];
    setDateWrong(end === null);
    if (end === null) return;
    const answer = await run(end);
    if (answer?.ok !== true) return;
    onMade({
      link: shareLink(answer.value, device.id, location.origin),
      end: shareEnd(end, user.expirationTime),
    });
  };
  return (
    <DialogForm submit={t('share:make')} busy={busy} onSubmit={() => void share()} onCancel={onClose}>
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
        <DateField
          kind="moment"
          label={t('share:end')}
          value={date}
          error={isDateWrong ? t('share:endWrong') : null}
          onChange={setDate}
        />
      )}
      <DialogFailure text={failed === null ? null : failureText(failed)} />
    </DialogForm>
  );
}

function ShareResult({ device, made: { link, end }, onClose }: ShareDialogProps & { readonly made: Made }) {
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
          href={whatsappLink(t('share:message', { name: device.name, until, link }))}
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
