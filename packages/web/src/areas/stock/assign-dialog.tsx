import { TextInput } from '@mantine/core';
import { FIELD_LIMITS, isQrDriver, isShared, type UnassignedDevice, type User } from '@rastro/fleet';
import type { Assignment } from '@rastro/tracking-client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { STOCK_KEY, useRecount } from './use-stock.ts';

export interface AssignDialogProps {
  readonly device: UnassignedDevice;
  readonly onClose: () => void;
}

/** Assigns a new tracker to a user, with the name and plate of its vehicle. */
export function AssignDialog({ device, onClose }: AssignDialogProps) {
  const { t } = useTranslation(['stock', 'common']);
  const { client } = useServices();
  const failureText = useFailureText();
  const recount = useRecount();
  const [values, setValues] = useState({ userId: '', name: device.name, plate: '' });
  const [isChecked, setChecked] = useState(false);
  const { owners, error } = useOwners();
  const { run, busy, failure } = useWrite(
    (to: Assignment, signal) => client.devices.assign(device.deviceId, to, signal),
    { touches: STOCK_KEY },
  );
  const failed = failure ?? (error === null ? null : failureIn(error));
  const assign = async (): Promise<void> => {
    setChecked(true);
    const [name, plate] = [values.name.trim(), values.plate.trim()];
    if (values.userId === '' || name === '') return;
    const to = { userId: Number(values.userId), name, plate: plate === '' ? null : plate };
    if ((await run(to))?.ok !== true) return;
    recount();
    onClose();
  };
  return (
    <Modal title={t('stock:assign.title', { name: device.name })} busy={busy} onClose={onClose}>
      <DialogForm
        submit={t('stock:assign.start')}
        busy={busy}
        onSubmit={() => void assign()}
        onCancel={onClose}
      >
        <SearchedSelect
          label={t('stock:assign.to')}
          value={values.userId}
          placeholder={owners === undefined ? t('common:loading') : ''}
          error={isChecked && values.userId === '' ? t('stock:assign.choose') : null}
          options={owners ?? NOBODY}
          onChange={(userId) => setValues((old) => ({ ...old, userId }))}
        />
        <TextInput
          label={t('stock:assign.name')}
          maxLength={FIELD_LIMITS.vehicle.name}
          value={values.name}
          error={isChecked && values.name.trim() === '' ? t('stock:assign.nameMissing') : null}
          onChange={({ currentTarget: { value: name } }) => setValues((old) => ({ ...old, name }))}
        />
        <TextInput
          label={t('stock:assign.plate')}
          maxLength={FIELD_LIMITS.vehicle.plate}
          autoCapitalize="characters"
          value={values.plate}
          onChange={({ currentTarget: { value: plate } }) => setValues((old) => ({ ...old, plate }))}
        />
        <DialogFailure text={failed === null ? null : failureText(failed)} />
      </DialogForm>
    </Modal>
  );
}

const NOBODY: readonly never[] = [];

/** Users who may own vehicles, oneself first. */
function useOwners() {
  const { client } = useServices();
  const { user: actor, branding } = useSignedIn();
  const { data, error } = useQuery<readonly User[]>({
    queryKey: ['users'],
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  const owners = useMemo(() => {
    const others = data
      ?.filter((user) => user.id !== actor.id && !isShared(user) && !isQrDriver(user, branding.brand))
      .toSorted((a, b) => a.name.localeCompare(b.name));
    return (
      others &&
      [actor, ...others].map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }))
    );
  }, [data, actor, branding.brand]);
  return { owners, error };
}
