import { ServerOff } from 'lucide-react';
import type { ServerFeature } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../kernel/services.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';

/** In place of a screen that the tracking server cannot fill: the reason, in words. */
export function FeatureAbsent({ feature }: { readonly feature: ServerFeature | undefined }) {
  const { t } = useTranslation('absent');
  const { trackingServer } = useSignedIn().server;
  return (
    <Panel title={t('absent:title')} tall>
      <ListMessage
        icon={<ServerOff strokeWidth={1.25} aria-hidden />}
        title={t('absent:heading')}
        text={t(feature === undefined ? 'absent:text' : `absent:feature.${feature}`, {
          server: trackingServer ?? '',
        })}
      />
    </Panel>
  );
}
