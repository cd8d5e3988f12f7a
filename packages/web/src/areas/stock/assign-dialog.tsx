import { FIELD_LIMITS, isQrDriver, isShared, type UnassignedDevice, type User } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { STOCK_KEY, useRecount } from './use-stock.ts';

export interface AssignDialogProps {
  readonly device: UnassignedDevice;
  readonly onClose: () => void;
}

/** Assigns a new tracker to a user, with the name and plate of its vehicle. */
export function AssignDialog({ device, onClose }: AssignDialogProps) {
  const { t } = useTranslation(['stock', 'common']);
  const { client } = useServices();
  const recount = useRecount();
  const { owners, error } = useOwners();
  const form = useSendForm({
    initial: { userId: '', name: device.name, plate: '' },
    fields: ({ userId, name }) => ({
      userId: {
        kind: 'custom',
        label: t('stock:assign.to'),
        problem: userId === '' && t('stock:assign.choose'),
        render: ({ label, value, error: problem, onChange }) => (
          <SearchedSelect
            label={label}
            value={value}
            placeholder={owners === undefined ? t('common:loading') : ''}
            error={problem}
            options={owners ?? NOBODY}
            onChange={onChange}
          />
        ),
      },
      name: {
        kind: 'text',
        label: t('stock:assign.name'),
        problem: name.trim() === '' && t('stock:assign.nameMissing'),
        maxLength: FIELD_LIMITS.vehicle.name,
      },
      plate: {
        kind: 'text',
        label: t('stock:assign.plate'),
        maxLength: FIELD_LIMITS.vehicle.plate,
        input: { autoCapitalize: 'characters' },
      },
    }),
    write: ({ userId, name, plate }, signal) => {
      const to = { userId: Number(userId), name: name.trim(), plate: plate.trim() || null };
      return client.devices.assign(device.deviceId, to, signal);
    },
    touches: STOCK_KEY,
    onDone: () => {
      recount();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('stock:assign.title', { name: device.name })}
      submit={t('stock:assign.start')}
      failure={error === null ? null : failureIn(error)}
      onClose={onClose}
    />
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
