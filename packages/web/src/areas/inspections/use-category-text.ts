import { useTranslation } from 'react-i18next';

/** Category of a vehicle in words; one of another origin by its name. */
export function useCategoryText(): (category: string) => string {
  const { t, i18n } = useTranslation('devices');
  return (category) =>
    i18n.exists(`devices:category.${category}`) ? t(`devices:category.${category}`) : category;
}
