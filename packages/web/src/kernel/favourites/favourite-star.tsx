import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { useFavourites, type FavouriteKind } from './use-favourites.ts';

/** Marks something as one of the person's own favourites. */
export function FavouriteStar({ kind, id }: { readonly kind: FavouriteKind; readonly id: number }) {
  const { t } = useTranslation('common');
  const { ids, toggle } = useFavourites(kind);
  const isFavourite = ids.has(id);
  return (
    <IconAction label={t('common:favourite')} pressed={isFavourite} onClick={() => toggle(id)}>
      <Star size={17} aria-hidden fill={isFavourite ? 'currentColor' : 'none'} />
    </IconAction>
  );
}
