import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Device } from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../queries/use-write.ts';
import { useRights } from '../use-rights.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useZone } from '../formats/use-zone.ts';
import { useFormat } from '../formats/use-format.ts';
import { DateField } from '../../ui/date-field.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ShareList } from './share-list.tsx';
import {
  readEnd,
  SHARE_TERM_NAMES,
  SHARE_TERMS,
  shareEnd,
  shareLink,
  type ShareTerm,
} from './share-terms.ts';
import { ShareResult, type Made } from './share-result.tsx';

export interface ShareDialogProps {
  /** At least one. */
  readonly devices: readonly Pick<Device, 'id' | 'name'>[];
  readonly onClose: () => void;
}
/** Makes a link that shows some vehicles to whoever has it, for a while. */
export function ShareDialog({ devices, onClose }: ShareDialogProps) {
  const { t } = useTranslation('share');
  const [made, setMade] = useState<Made | null>(null);
  const { may } = useRights();
  const format = useFormat();
  const [only, ...more] = devices;
  const name = useNameOf(devices);
  return (
    <Modal
      title={t('share:title', { name })}
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
          <ShareForm devices={devices} onMade={setMade} onClose={onClose} />
          {may('share.view') && only !== undefined && more.length === 0 && (
            <ShareList device={only} onLink={setMade} />
          )}
        </>
      ) : (
        <ShareResult name={name} made={made} onClose={onClose} />
      )}
    </Modal>
  );
}

const TOUCHES = { touches: ['shares'] } as const;

interface ShareFormProps extends ShareDialogProps {
  readonly onMade: (made: Made) => void;
}

function ShareForm({ devices, onMade, onClose }: ShareFormProps) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { user } = useSignedIn();
  const zone = useZone();
  const failureText = useFailureText();
  const [term, setTerm] = useState<ShareTerm | 'date'>('h1');
  const [date, setDate] = useState('');
  const [isDateWrong, setDateWrong] = useState(false);
  const [more, setMore] = useState<More>({ label: '', history: false });
  const {
    busy,
    failure: failed,
    run,
  } = useWrite((end: number, signal) => {
    const deviceIds = devices.map(({ id }) => id);
    const wanted = { deviceIds, expiration: new Date(end), label: more.label.trim(), history: more.history };
    return client.shares.make(wanted, signal);
  }, TOUCHES);

  const share = async (): Promise<void> => {
    const now = Date.now();
    const end = term === 'date' ? readEnd(date, { now, zone }) : now + SHARE_TERMS[term];
    setDateWrong(end === null);
    if (end === null) return;
    const answer = await run(end);
    if (answer?.ok !== true) return;
    onMade({
      link: shareLink(answer.value, location.origin),
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
      <MoreFields values={more} onChange={setMore} />
      <DialogFailure text={failed === null ? null : failureText(failed)} />
    </DialogForm>
  );
}

/** The vehicle, or how many. */
function useNameOf(devices: ShareDialogProps['devices']): string {
  const { t } = useTranslation('share');
  const [only, ...more] = devices;
  return only === undefined || more.length > 0 ? t('share:vehicles', { count: devices.length }) : only.name;
}

interface More {
  readonly label: string;
  /** The way before is shown, too. */
  readonly history: boolean;
}

function MoreFields({
  values,
  onChange,
}: {
  readonly values: More;
  readonly onChange: (values: More) => void;
}) {
  const { t } = useTranslation('share');
  return (
    <>
      <TextInput
        label={t('share:label')}
        description={t('share:labelHint')}
        maxLength={128}
        value={values.label}
        onChange={({ currentTarget }) => onChange({ ...values, label: currentTarget.value })}
      />
      <Checkbox
        label={t('share:history')}
        checked={values.history}
        onChange={({ currentTarget }) => onChange({ ...values, history: currentTarget.checked })}
      />
    </>
  );
}
