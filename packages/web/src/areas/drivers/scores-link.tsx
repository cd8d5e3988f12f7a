import { Medal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { IconAction } from '../../ui/icon-action.tsx';

/** Link to how they drive. @param props.driverId 0 = all, as they rank. */
export function ScoresLink({ driverId }: { readonly driverId: number }) {
  const { t } = useTranslation('drivers');
  const navigate = useNavigate();
  const { may } = useRights();
  const hasHistory = useFeature('history');
  if (!hasHistory || !may('reports.view')) return null;
  const path = driverId > 0 ? `/drivers/${driverId}/score` : '/scores?by=driver';
  return (
    <IconAction
      label={t(driverId > 0 ? 'drivers:score' : 'drivers:scores')}
      onClick={() => void navigate(path)}
    >
      <Medal size={17} aria-hidden />
    </IconAction>
  );
}
