import { Anchor } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useDeviceEvents } from '../../kernel/queries/use-device-events.ts';
import { useSeenFences } from '../../kernel/queries/use-geofences.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { isPlace } from '../../live/is-place.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { anchorsByDevice } from './anchor.ts';
import { anchorPlace } from './anchor-place.ts';

const SINCE_MS = 30_000;

/** Says that a vehicle has an anchor, or how long it has been away from it. */
export function AnchorChip({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('geofences');
  const format = useFormat();
  const now = useNow(SINCE_MS);
  const { may } = useRights();
  const position = useVehicle(deviceId)?.position ?? null;
  const anchors = useSeenFences({ select: anchorsByDevice }).data?.get(deviceId) ?? [];
  const place = position !== null && isPlace(position) ? position : null;
  const isAway = anchorPlace(anchors, place, []).kind === 'outside';
  const { data: events = [] } = useDeviceEvents(deviceId, isAway && may('events.view'));
  const state = anchorPlace(anchors, place, events);
  if (state.kind === 'none') return null;
  if (state.kind === 'inside') {
    return (
      <StateChip icon={Anchor} tone="plain">
        {t('geofences:anchor.chip.inside')}
      </StateChip>
    );
  }
  return (
    <StateChip icon={Anchor} tone="bad">
      {state.since === null
        ? t('geofences:anchor.chip.outside')
        : t('geofences:anchor.chip.outsideFor', {
            duration: format.duration(Math.max(0, now - state.since)),
          })}
    </StateChip>
  );
}
