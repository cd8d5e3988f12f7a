import type { ApiFailure } from '@rastro/tracking-client';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Anchor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { isPlace } from '../../live/is-place.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { anchorsByDevice, ANCHOR_RADIUS_M, dropAnchor, newAnchor, raiseAnchors } from './anchor.ts';
import styles from './anchor.module.css';
import { ConfirmAnchor } from './confirm-anchor.tsx';
import { GEOFENCES_KEY, useSeenFences } from '../../kernel/queries/use-geofences.ts';

type Outcome = 'dropped' | 'raised' | 'cancelled';

/** Whether a vehicle is anchored, and the switch for it. Both directions ask first. @source SPEC §4 */
export function AnchorToggle({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('geofences');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const queries = useQueryClient();
  const failureText = useFailureText();
  const vehicle = useVehicle(deviceId);
  const known = useSeenFences({ select: anchorsByDevice });
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failed, setFailed] = useState<{ failure: ApiFailure; leftOver: boolean } | null>(null);
  const anchors = known.data?.get(deviceId) ?? [];
  const isAnchored = anchors.length > 0;
  const mayToggle = !isReadonly && may('anchor.toggle');
  const position = vehicle?.position ?? null;
  const place = position !== null && isPlace(position) ? position : null;
  // Without the list nobody knows which way the switch goes.
  const isKnown = known.data !== undefined;
  if (vehicle === undefined || !isKnown || (!mayToggle && !isAnchored)) return null;
  const { device } = vehicle;

  const toggle = async (): Promise<void> => {
    if (!isAnchored && place === null) return;
    setBusy(true);
    setFailed(null);
    const done =
      isAnchored || place === null
        ? await raiseAnchors(client, anchors)
        : await dropAnchor(client, newAnchor(device, place));
    // Whatever happened, the list tells what is there now.
    await queries.invalidateQueries({ queryKey: GEOFENCES_KEY });
    setBusy(false);
    setAsking(false);
    setOutcome(done.ok ? (isAnchored ? 'raised' : 'dropped') : null);
    setFailed(done.ok ? null : done);
  };
  return (
    <div className={styles.bar} role="group" aria-label={t('geofences:anchor.label')}>
      <p className={styles.state} data-anchored={isAnchored}>
        <Anchor size={16} aria-hidden />
        <span>
          {t(isAnchored ? 'geofences:anchor.on' : 'geofences:anchor.off', { radius: ANCHOR_RADIUS_M })}
        </span>
      </p>
      {mayToggle && (
        <Button
          size="xs"
          variant="default"
          disabled={!isAnchored && place === null}
          title={!isAnchored && place === null ? t('geofences:anchor.noPlace') : undefined}
          onClick={() => {
            setOutcome(null);
            setFailed(null);
            setAsking(true);
          }}
        >
          {t(isAnchored ? 'geofences:anchor.raise' : 'geofences:anchor.drop')}
        </Button>
      )}
      <p className={styles.outcome} role="status">
        {outcome !== null && t(`geofences:anchor.outcome.${outcome}`)}
      </p>
      {failed !== null && (
        <p className={styles.failure} role="alert">
          {failureText(failed.failure)} {failed.leftOver && t('geofences:anchor.leftOver')}
        </p>
      )}
      {isAsking && (
        <ConfirmAnchor
          name={device.name}
          isAnchored={isAnchored}
          isMoving={position?.attributes['motion'] === true}
          busy={busy}
          onConfirm={() => void toggle()}
          onCancel={() => {
            setAsking(false);
            setOutcome('cancelled');
          }}
        />
      )}
    </div>
  );
}
