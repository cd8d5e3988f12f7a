import { useTranslation } from 'react-i18next';
import { isPlace } from '../../live/is-place.ts';
import { useFormat } from '../formats/use-format.ts';
import { useAddress, type Addressed } from './use-address.ts';

/** One place in a line: its address with the coordinates as a tip, else the coordinates. */
export function PlaceText({ place, className }: { place: Addressed; className?: string | undefined }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const address = useAddress(place);
  if (!isPlace(place)) return <span className={className}>{t('common:unknownPlace')}</span>;
  const coordinates = format.coordinates(place);
  return (
    <span className={className} title={address === null ? undefined : coordinates}>
      {address ?? coordinates}
    </span>
  );
}
