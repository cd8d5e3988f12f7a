import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFleet, useFleetList } from '../../../kernel/fleet/fleet-context.tsx';
import { useServices } from '../../../kernel/services.tsx';
import { RoundClose } from '../../../ui/round-close.tsx';
import styles from './filter-notice.module.css';
import { FIRST_CHOICE, isNarrowing, NO_SETS, toListQuery } from './list-query.ts';
import { useChosenSets } from './use-chosen-sets.ts';
import { storedChoice } from './use-list-choice.ts';

/**
 * Away from the list, notes that the map shows only a part of the fleet (docs/reference/requirements.md SPEC §4:
 * vehicles that fail the filters are not on the map) and removes the filter. Also applies the filter stored at the last
 * visit.
 */
export function FilterNotice() {
  const { t } = useTranslation('devices');
  const { preferences } = useServices();
  const { pathname } = useLocation();
  const fleet = useFleet();
  const { ids, counts, loaded, query } = useFleetList();
  const isList = pathname === '/devices';

  // Only when the fleet opens, and once more when its groups or favorites are known: afterwards the list decides.
  const [first] = useState(() => storedChoice(preferences));
  const sets = useChosenSets(first);
  const applyStored = useEffectEvent(() => {
    if (!isList) fleet?.setQuery(toListQuery(storedChoice(preferences), sets));
  });
  useEffect(() => applyStored(), [fleet, sets]);

  if (isList || !loaded || !isNarrowing(query)) return null;
  const clear = (): void => {
    preferences.write('query', null);
    fleet?.setQuery(toListQuery(FIRST_CHOICE, NO_SETS));
  };
  return (
    <div className={styles.notice} role="status" data-beside-panel={pathname !== '/home'}>
      {t('devices:filter.notice', { shown: ids.length, total: counts.total })}
      <RoundClose label={t('devices:filter.clear')} onClick={clear} />
    </div>
  );
}
