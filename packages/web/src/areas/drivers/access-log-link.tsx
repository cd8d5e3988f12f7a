import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMaySeeAccessLog } from '../../kernel/logs-link.tsx';
import { IconAction } from '../../ui/icon-action.tsx';

/** The way to who saw positions of a driver. */
export function AccessLogLink({ driverId }: { readonly driverId: number }) {
  const { t } = useTranslation('drivers');
  const navigate = useNavigate();
  if (!useMaySeeAccessLog()) return null;
  return (
    <IconAction label={t('drivers:viewings')} onClick={() => void navigate(`/viewings?driver=${driverId}`)}>
      <Eye size={16} aria-hidden />
    </IconAction>
  );
}
