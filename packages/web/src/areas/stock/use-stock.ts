import { DEVICE_ATTRIBUTES, DEVICE_STATES, isHiddenDevice, type Device } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';

export const STOCK_KEY = ['stock'] as const;
/** Values of `device.state`; '' = not set. */
export const STOCK_STATES = [...DEVICE_STATES, ''] as const;
export type StockState = (typeof STOCK_STATES)[number];

/** Place of a tracker; unknown values count as not set. */
export function stateOf({ attributes }: Pick<Device, 'attributes'>): StockState {
  const stored = attributes[DEVICE_ATTRIBUTES.state];
  return STOCK_STATES.find((state) => state === stored) ?? '';
}

/** All trackers that the user manages: those of the live fleet and, for administrators, all others. */
export function useStock() {
  const { client } = useServices();
  const { administrator } = useSignedIn().user;
  return useQuery<readonly Device[]>({
    queryKey: [...STOCK_KEY, 'devices'],
    queryFn: async ({ signal }) =>
      valueOf(await client.devices.list(administrator ? { all: true } : {}, signal)).filter(
        (device) => !isHiddenDevice(device),
      ),
  });
}

/** Has what is counted of the installation read again. */
export function useRecount(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['health'] });
}

/** A state in words; a custom one as it is. */
export function useStateName(): (state: string) => string {
  const { t, i18n } = useTranslation(['stock', 'devices']);
  return (state) => {
    if (state === '') return t('stock:noState');
    return i18n.exists(`devices:deviceState.${state}`) ? t(`devices:deviceState.${state}`) : state;
  };
}
