import { Button } from '@mantine/core';
import { Anchor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../kernel/use-rights.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { ANCHOR_RADIUS_M } from './anchor.ts';
import styles from './anchor.module.css';
import { ConfirmAnchor } from './confirm-anchor.tsx';
import { useAnchor, type AnchorState } from './use-anchor.ts';

/**
 * Whether a vehicle is anchored, and the switch for it. Both directions ask first.
 * @source docs/reference/requirements.md SPEC §4
 */
export function AnchorToggle({ deviceId }: { deviceId: number }) {
  const { may, isReadonly } = useRights();
  const anchor = useAnchor(deviceId);
  const mayToggle = !isReadonly && may('anchor.toggle');
  if (anchor === null || (!mayToggle && !anchor.isAnchored)) return null;
  return <AnchorBar anchor={anchor} mayToggle={mayToggle} />;
}

type Outcome = 'dropped' | 'raised' | 'cancelled';

function AnchorBar({ anchor, mayToggle }: { anchor: AnchorState; mayToggle: boolean }) {
  const { t } = useTranslation('geofences');
  const format = useFormat();
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { vehicle, isAnchored, isStuck, busy, failure, leftOver, toggle, forget } = anchor;
  const end = (how: Outcome | null): void => {
    setAsking(false);
    setOutcome(how);
  };
  return (
    <div className={styles.bar} role="group" aria-label={t('geofences:anchor.label')}>
      <p className={styles.state} data-anchored={isAnchored}>
        <Anchor size={16} aria-hidden />
        <span>
          {t(isAnchored ? 'geofences:anchor.on' : 'geofences:anchor.off', {
            radius: format.length(ANCHOR_RADIUS_M),
          })}
        </span>
      </p>
      {mayToggle && (
        <Button
          size="xs"
          variant="default"
          disabled={isStuck}
          title={isStuck ? t('geofences:anchor.noPlace') : undefined}
          onClick={() => {
            setOutcome(null);
            forget();
            setAsking(true);
          }}
        >
          {t(isAnchored ? 'geofences:anchor.raise' : 'geofences:anchor.drop')}
        </Button>
      )}
      <p className={styles.outcome} role="status">
        {outcome !== null && t(`geofences:anchor.outcome.${outcome}`)}
      </p>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failureText(failure)} {leftOver && t('geofences:anchor.leftOver')}
        </p>
      )}
      {isAsking && (
        <ConfirmAnchor
          name={vehicle.device.name}
          isAnchored={isAnchored}
          isMoving={vehicle.position?.attributes['motion'] === true}
          busy={busy}
          onConfirm={() => void toggle().then(end)}
          onCancel={() => end('cancelled')}
        />
      )}
    </div>
  );
}
