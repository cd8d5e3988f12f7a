import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../ui/icon-action.tsx';
import { useFavourites } from '../use-favourites.ts';

/** Marks a saved command as one of the person's own favourites. */
export function FavouriteStar({ id }: { readonly id: number }) {
  const { t } = useTranslation('commands');
  const { ids, toggle } = useFavourites();
  const isFavourite = ids.has(id);
  return (
    <IconAction label={t('commands:manager.favourite')} pressed={isFavourite} onClick={() => toggle(id)}>
      <Star size={17} aria-hidden fill={isFavourite ? 'currentColor' : 'none'} />
    </IconAction>
  );
}
