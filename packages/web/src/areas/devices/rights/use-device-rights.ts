import type { Right } from '@rastro/fleet';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import type { DeviceField } from '../fields/device-fields.ts';

export interface DeviceRights {
  readonly mayCreate: boolean;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  /** Beyond the right to edit at all. */
  readonly mayWrite: (field: DeviceField) => boolean;
}

/** Rights of the user for devices, and the flags that make an account read-only. */
export function useDeviceRights(): DeviceRights {
  const { user, server } = useSignedIn();
  const { may, isReadonly } = useRights();
  const isFixed =
    isReadonly || (!user.administrator && (user.deviceReadonly || server.server.deviceReadonly));
  const can = (right: Right): boolean => !isFixed && may(right);
  return {
    mayCreate: can('devices.create'),
    mayEdit: can('devices.edit'),
    mayDelete: can('devices.delete'),
    mayWrite: ({ requiredRight }) =>
      requiredRight === undefined ||
      (requiredRight === 'administrator' ? user.administrator : may(requiredRight)),
  };
}
