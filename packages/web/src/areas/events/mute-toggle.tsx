import { Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import { useServices } from '../../kernel/services.tsx';

/** Silences notification sounds in this browser (docs/reference/requirements.md SPEC §3 `isMuted`). */
export function MuteToggle() {
  const { t } = useTranslation('shell');
  const { preferences } = useServices();
  const [muted, setMuted] = useState(() => preferences.read('isMuted') === 'true');
  const toggle = (): void => {
    preferences.write('isMuted', String(!muted));
    setMuted(!muted);
  };
  return (
    <IconAction label={t('shell:mute')} pressed={muted} onClick={toggle}>
      {muted ? <VolumeX size={19} aria-hidden /> : <Volume2 size={19} aria-hidden />}
    </IconAction>
  );
}
