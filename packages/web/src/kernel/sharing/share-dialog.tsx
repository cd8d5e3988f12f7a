import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { FIELD_LIMITS, type Device, type Group, type Share } from '@rastro/fleet';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupNames } from '../queries/use-group-names.ts';
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
  /** At least one, unless a group is shared. */
  readonly devices: readonly (Pick<Device, 'id' | 'name'> & Partial<Pick<Device, 'groupId'>>)[];
  /** All vehicles of it, instead. */
  readonly group?: SharedGroup;
  readonly onClose: () => void;
}
type SharedGroup = Pick<Group, 'id' | 'name'>;

/** Makes a link that shows some vehicles to anyone who has it, for a while. */
export function ShareDialog({ devices, group: given, onClose }: ShareDialogProps) {
  const { t } = useTranslation('share');
  const [group, setGroup] = useState(given ?? null);
  const [made, setMade] = useState<Made | null>(null);
  const { may } = useRights();
  const format = useFormat();
  const [only, ...more] = devices;
  const name = useNameOf(devices, group);
  const isListed = (share: Share): boolean =>
    group === null
      ? only !== undefined && more.length === 0 && share.deviceIds.includes(only.id)
      : share.groupId === group.id;
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
          <ShareForm devices={devices} group={group} onMade={setMade} onClose={onClose}>
            {only !== undefined && more.length === 0 && (
              <WhatField device={only} group={group} onChange={setGroup} />
            )}
          </ShareForm>
          {may('share.view') && <ShareList isListed={isListed} onLink={setMade} />}
        </>
      ) : (
        <ShareResult name={name} made={made} onClose={onClose} />
      )}
    </Modal>
  );
}

const TOUCHES = { touches: ['shares'] } as const;

interface ShareFormProps extends Pick<ShareDialogProps, 'devices' | 'onClose'> {
  readonly group: SharedGroup | null;
  readonly onMade: (made: Made) => void;
  /** Fields before the others. */
  readonly children: ReactNode;
}

function ShareForm({ devices, group, onMade, onClose, children }: ShareFormProps) {
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
    const what =
      group === null ? { deviceIds: devices.map(({ id }) => id) } : { deviceIds: [], groupId: group.id };
    const wanted = { ...what, expiration: new Date(end), label: more.label.trim(), history: more.history };
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
      {children}
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

interface WhatFieldProps {
  readonly device: ShareDialogProps['devices'][number];
  readonly group: SharedGroup | null;
  readonly onChange: (group: SharedGroup | null) => void;
}

/** The vehicle alone, or all of its group; nothing to choose where it has none that the user sees. */
function WhatField({ device: { name, groupId = 0 }, group, onChange }: WhatFieldProps) {
  const { t } = useTranslation('share');
  const groupName = useGroupNames(groupId > 0).get(groupId);
  if (groupName === undefined) return null;
  return (
    <NativeSelect
      label={t('share:what')}
      value={group === null ? 'vehicle' : 'group'}
      data={[
        { value: 'vehicle', label: name },
        { value: 'group', label: t('share:group', { name: groupName }) },
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === 'group' ? { id: groupId, name: groupName } : null)
      }
    />
  );
}

/** The group, the vehicle, or how many. */
function useNameOf(devices: ShareDialogProps['devices'], group: SharedGroup | null): string {
  const { t } = useTranslation('share');
  const [only, ...more] = devices;
  if (group !== null) return t('share:group', { name: group.name });
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
        maxLength={FIELD_LIMITS.share.label}
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
