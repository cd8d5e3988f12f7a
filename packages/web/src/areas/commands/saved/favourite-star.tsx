import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFavourites } from '../../../kernel/favourites/use-favourites.ts';
import { IconAction } from '../../../ui/icon-action.tsx';

/** Marks a saved command as one of the user's own favorites. */
export function FavouriteStar({ id }: { readonly id: number }) {
  const { t } = useTranslation('common');
  const { ids, toggle } = useFavourites('commands');
  const isFavourite = ids.has(id);
  return (
    <IconAction label={t('common:favourite')} pressed={isFavourite} onClick={() => toggle(id)}>
      <Star size={17} aria-hidden fill={isFavourite ? 'currentColor' : 'none'} />
    </IconAction>
  );
}
