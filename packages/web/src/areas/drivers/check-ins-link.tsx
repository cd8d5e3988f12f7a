import { ScanQrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconAction } from '../../ui/icon-action.tsx';

/** The way to the check-ins. @param props.driverId 0 = of all. */
export function CheckInsLink({ driverId }: { readonly driverId: number }) {
  const { t } = useTranslation('drivers');
  const navigate = useNavigate();
  const path = `/drivers/check-ins${driverId > 0 ? `?driver=${driverId}` : ''}`;
  return (
    <IconAction label={t('drivers:checkIns.open')} onClick={() => void navigate(path)}>
      <ScanQrCode size={17} aria-hidden />
    </IconAction>
  );
}
