import { Button } from '@mantine/core';
import { MINUTE_MS } from '@rastro/base';
import { blocksAt, releaseAt, type DriverDefect } from '@rastro/fleet/inspections';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import { useNow } from '../../../ui/use-now.ts';
import frame from '../qr-driver.module.css';
import { useFrameInspections, useGiven } from './use-inspection-queue.ts';

/** Says what waits for the network, what was refused, and whether the vehicle must not be driven. */
export function InspectionNotice() {
  const { t } = useTranslation('inspections');
  const failureText = useFailureText();
  const { waiting, photos, dismiss } = useFrameInspections();
  const { data } = useGiven();
  const now = useNow(MINUTE_MS);
  const toSend = waiting.filter(({ refusal }) => refusal === null);
  const deviceId = data?.given.deviceId ?? 0;
  const defects = data?.given.defects ?? [];
  const isBlocked =
    defects.some((defect) => blocksAt(defect, now)) ||
    toSend.some(({ isBlocking, content }) => isBlocking && content.deviceId === deviceId);
  return (
    <div className={frame.told} role="status">
      {isBlocked && (
        <p className={frame.card} data-tone="rejected">
          {t('inspections:driver.blocked')}
        </p>
      )}
      {!isBlocked && defects.map((defect) => <ReleaseNotice key={defect.id} {...{ defect, now }} />)}
      {toSend.length > 0 && (
        <p className={frame.card} data-tone="waiting">
          {t('inspections:driver.waiting', { count: toSend.length })}
        </p>
      )}
      {toSend.length === 0 && photos > 0 && (
        <p className={frame.card} data-tone="waiting">
          {t('inspections:driver.waitingPictures', { count: photos })}
        </p>
      )}
      {waiting.map(
        ({ content: { key }, name, refusal }) =>
          refusal !== null && (
            <div key={key} className={frame.card} data-tone="rejected">
              {t('inspections:driver.rejected', {
                name,
                reason: failureText({ code: refusal, message: refusal }),
              })}
              <Button variant="default" onClick={() => void dismiss(key)}>
                {t('inspections:driver.dismiss')}
              </Button>
            </div>
          ),
      )}
    </div>
  );
}

interface ReleaseNoticeProps {
  readonly defect: DriverDefect;
  readonly now: number;
}
function ReleaseNotice({ defect, now }: ReleaseNoticeProps) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const release = releaseAt(defect, now);
  if (release === null) return null;
  const { until, reason } = release;
  return (
    <p className={frame.card} data-tone="waiting" dir="auto">
      {t('inspections:driver.released', {
        defect: defect.itemText,
        until: format.dateTime(Date.parse(until)),
        reason,
      })}
    </p>
  );
}
