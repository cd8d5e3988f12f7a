import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleetList } from '../../../kernel/fleet/fleet-context.tsx';
import { useNavigate } from 'react-router';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';

/** Details of a vehicle arrive within moments once the fleet is loaded; after this it is not ours to see. */
const PATIENCE_MS = 3000;

/** @param hasGone It was shown here until now. */
export function MissingVehicle({ hasGone }: { readonly hasGone: boolean }) {
  const { t } = useTranslation('devices');
  const { loaded } = useFleetList();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!loaded) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  if (hasGone) return <GoneVehicle />;
  if (!isLate) return <ListLoading />;
  return (
    <ListMessage role="alert" title={t('devices:panel.missing')} text={t('devices:panel.missingText')} />
  );
}

function GoneVehicle() {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  return (
    <ListMessage
      role="alert"
      title={t('devices:panel.gone')}
      text={t('devices:panel.goneText')}
      action={{ label: t('devices:panel.toList'), onClick: () => void navigate('/devices') }}
    />
  );
}
