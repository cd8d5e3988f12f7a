import { Button } from '@mantine/core';
import { Cable, Eye, Pencil, Radio, ScrollText, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useSeesLogs, useMaySeeAccessLog } from '../../../kernel/logs-link.tsx';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useFeature } from '../../../kernel/use-feature.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { useDeviceRights } from '../rights/use-device-rights.ts';

interface VehicleLink {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Links to its form, its traffic with the server, and its audit log: for users who may open them. */
function useVehicleLinks(deviceId: number): readonly VehicleLink[] {
  const { t } = useTranslation(['devices', 'shell']);
  const { user } = useSignedIn();
  const hasTraffic = useFeature('traffic');
  const { mayCreate, mayEdit } = useDeviceRights();
  const isNew = useVehicle(deviceId)?.device.lastUpdate === null;
  const seesLogs = useSeesLogs();
  const seesAccessLog = useMaySeeAccessLog();
  const at = `/devices/${deviceId}`;
  return [
    ...(mayEdit ? [{ path: `${at}/edit`, label: t('devices:panel.edit'), icon: Pencil }] : []),
    ...(mayCreate && isNew
      ? [{ path: `${at}/connect`, label: t('devices:panel.connect'), icon: Cable }]
      : []),
    ...(user.administrator && hasTraffic
      ? [{ path: `${at}/traffic`, label: t('devices:panel.traffic'), icon: Radio }]
      : []),
    ...(seesLogs
      ? [{ path: `/logs?tab=devices&object=${deviceId}`, label: t('shell:user.logs'), icon: ScrollText }]
      : []),
    ...(seesAccessLog
      ? [{ path: `/viewings?device=${deviceId}`, label: t('shell:user.viewings'), icon: Eye }]
      : []),
  ];
}

/** In the head of the panel. */
export function VehicleLinkIcons({ deviceId }: { readonly deviceId: number }) {
  const navigate = useNavigate();
  return useVehicleLinks(deviceId).map(({ path, label, icon: Icon }) => (
    <IconAction key={path} label={label} onClick={() => void navigate(path)}>
      <Icon size={16} aria-hidden />
    </IconAction>
  ));
}

/** Buttons among the other actions: on a phone the head has no space for them next to the name. */
export function VehicleLinkButtons({ deviceId }: { readonly deviceId: number }) {
  const navigate = useNavigate();
  return useVehicleLinks(deviceId).map(({ path, label, icon: Icon }) => (
    <Button
      key={path}
      size="xs"
      variant="default"
      leftSection={<Icon size={15} aria-hidden />}
      onClick={() => void navigate(path)}
    >
      {label}
    </Button>
  ));
}
