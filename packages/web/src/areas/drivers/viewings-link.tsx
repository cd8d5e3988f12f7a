import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSeesViewings } from '../../kernel/logs-link.tsx';
import { IconAction } from '../../ui/icon-action.tsx';

/** The way to who saw positions of a driver. */
export function ViewingsLink({ driverId }: { readonly driverId: number }) {
  const { t } = useTranslation('drivers');
  const navigate = useNavigate();
  if (!useSeesViewings()) return null;
  return (
    <IconAction label={t('drivers:viewings')} onClick={() => void navigate(`/viewings?driver=${driverId}`)}>
      <Eye size={16} aria-hidden />
    </IconAction>
  );
}
