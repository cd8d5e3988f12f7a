import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useDriversNow } from '../../kernel/queries/use-drivers-now.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Driver who has checked in to a vehicle, and since when. */
export function DriverNowChip({ deviceId }: { readonly deviceId: number }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const now = useDriversNow().get(deviceId);
  if (now === undefined) return null;
  return (
    <StateChip icon={IdCard} tone="plain">
      {t('devices:drivenBy', { name: now.driverName, at: format.dateTime(Date.parse(now.since)) })}
    </StateChip>
  );
}
