import { COMBINED_FILTERS, isShared } from '@rastro/fleet';
import { ListFilter, Siren } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { findable, type Findable } from './palette-items.ts';

/** Lists that are opened with a filter, for users who type its name: vehicles by state, alarms that are not acknowledged. */
export function useListActions(): readonly Findable[] {
  const { t } = useTranslation(['palette', 'devices']);
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const { may } = useRights();
  return useMemo(() => {
    const to = (path: string, title: string, icon: typeof Siren): Findable =>
      findable({ key: path, kind: 'action', title, detail: '', icon, run: () => void navigate(path) });
    if (isShared(user)) return [];
    const states = COMBINED_FILTERS.filter((filter) => filter !== 'all').map((filter) =>
      to(
        `/devices?filter=${filter}`,
        t('palette:show', { state: t(`devices:filter.${filter}`) }),
        ListFilter,
      ),
    );
    return [
      ...(may('devices.view') ? states : []),
      ...(may('events.view') ? [to('/events?type=alarm&open=1', t('palette:openAlarms'), Siren)] : []),
    ];
  }, [t, navigate, user, may]);
}
