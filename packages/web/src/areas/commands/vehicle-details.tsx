import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { Vehicle } from '../../live/fleet.ts';
import { PlaceText } from '../../kernel/places/place-text.tsx';
import { isPlace } from '../../live/is-place.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './commands.module.css';

const FRESH_MS = 10_000;

/** Details to know before a command is sent: the command, the vehicle's speed and place, and how certain these are. */
export function VehicleDetails({ vehicle, command }: { vehicle: Vehicle; command: string }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const now = useNow(FRESH_MS);
  const { device, position } = vehicle;
  const place = position !== null && isPlace(position) ? position : null;
  const lines = [
    { name: t('commands:confirm.command'), value: command },
    {
      name: t('commands:confirm.speed'),
      value: position === null ? t('commands:confirm.unknownSpeed') : format.speed(position.speed),
    },
    {
      name: t('commands:confirm.place'),
      value: place === null ? t('commands:confirm.unknownPlace') : <PlaceText place={place} />,
    },
    {
      name: t('commands:confirm.updated'),
      value:
        device.lastUpdate === null
          ? t('commands:confirm.never')
          : format.since(Date.parse(device.lastUpdate), now),
    },
  ];
  return (
    <AlertDialog.Description render={<dl className={styles.facts} />}>
      {lines.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </AlertDialog.Description>
  );
}
