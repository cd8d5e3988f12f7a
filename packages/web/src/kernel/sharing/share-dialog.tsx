import { NativeSelect } from '@mantine/core';
import { FIELD_LIMITS, type Device, type Group, type Share } from '@rastro/fleet';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupNames } from '../queries/use-group-names.ts';
import { useSendForm } from '../screens/use-send-form.ts';
import { useRights } from '../use-rights.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useZone } from '../formats/use-zone.ts';
import { useFormat } from '../formats/use-format.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { Fields } from '../../ui/fields/field-group.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { ShareList } from './share-list.tsx';
import { SHARES_KEY } from './use-shares.ts';
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

interface ShareFormProps extends Pick<ShareDialogProps, 'devices' | 'onClose'> {
  readonly group: SharedGroup | null;
  readonly onMade: (made: Made) => void;
  /** Fields before the others. */
  readonly children: ReactNode;
}
interface ShareTerms {
  readonly term: ShareTerm | 'date';
  readonly date: string;
  readonly label: string;
  /** The way before is shown, too. */
  readonly history: boolean;
}

function ShareForm({ devices, group, onMade, onClose, children }: ShareFormProps) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { user } = useSignedIn();
  const zone = useZone();
  const failureText = useFailureText();
  const endOf = ({ term, date }: ShareTerms): number | null =>
    term === 'date' ? readEnd(date, { now: Date.now(), zone }) : Date.now() + SHARE_TERMS[term];
  const form = useSendForm<ShareTerms, Made>({
    initial: { term: 'h1', date: '', label: '', history: false },
    fields: (values) => ({
      term: {
        kind: 'select',
        label: t('share:term'),
        options: [
          ...SHARE_TERM_NAMES.map((value) => ({ value, label: t(`share:terms.${value}`) })),
          { value: 'date', label: t('share:terms.date') },
        ],
      },
      date: {
        kind: 'moment',
        label: t('share:end'),
        isHidden: values.term !== 'date',
        problem: endOf(values) === null && t('share:endWrong'),
      },
      label: {
        kind: 'text',
        label: t('share:label'),
        hint: t('share:labelHint'),
        maxLength: FIELD_LIMITS.share.label,
      },
      history: { kind: 'checkbox', label: t('share:history') },
    }),
    write: async (values, signal) => {
      const end = endOf(values) ?? 0;
      const what =
        group === null ? { deviceIds: devices.map(({ id }) => id) } : { deviceIds: [], groupId: group.id };
      const { label, history } = values;
      const wanted = { ...what, expiration: new Date(end), label: label.trim(), history };
      const made = await client.shares.make(wanted, signal);
      if (!made.ok) return made;
      const link = shareLink(made.value, location.origin);
      return { ok: true, value: { link, end: shareEnd(end, user.expirationTime) } };
    },
    touches: SHARES_KEY,
    onDone: onMade,
  });
  return (
    <DialogForm submit={t('share:make')} busy={form.busy} onSubmit={form.send} onCancel={onClose}>
      {children}
      <Fields form={form} />
      <DialogFailure text={form.failure === null ? null : failureText(form.failure)} />
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
