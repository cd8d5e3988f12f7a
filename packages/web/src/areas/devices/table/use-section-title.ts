import { useTranslation } from 'react-i18next';
import type { FleetNames, ListSection } from '../../../live/fleet.ts';

/** Returns the title of a section. */
export function useSectionTitle({ groups }: FleetNames): (section: ListSection) => string {
  const { t } = useTranslation(['devicetable', 'devices']);
  return ({ key }) => {
    if (typeof key === 'string') return t(`devices:state.${key}`);
    return key === 0 ? t('devicetable:noGroup') : (groups.get(key) ?? t('devicetable:group', { id: key }));
  };
}
