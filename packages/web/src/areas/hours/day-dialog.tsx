import { Button } from '@mantine/core';
import type { Activity, DriverMonth, WorkDay } from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { DialogActions, Modal } from '../../ui/dialog/modal.tsx';
import { ActivityMark } from './activity-mark.tsx';
import type { CorrectedSpan } from './correction-form.tsx';
import { activitiesIn, daySpan } from './day-span.ts';
import styles from './hours.module.css';

interface DayDialogProps {
  readonly day: WorkDay;
  readonly month: DriverMonth;
  /** Null = the reader may correct nothing. */
  readonly onCorrect: ((span: CorrectedSpan) => void) | null;
  readonly onClose: () => void;
}

/** Activities of a day as a table. Of unclear time it says that nobody knows what it was. */
export function DayDialog({ day, month, onCorrect, onClose }: DayDialogProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const span = daySpan(day.date, month.content.zone);
  const activities = activitiesIn(month.activities, span);
  const clock = (moment: number): string => (moment === span.end ? t('hours:midnight') : format.time(moment));
  return (
    <Modal title={format.day(day.date)} onClose={onClose}>
      {activities.length === 0 && <p className={styles.quiet}>{t('hours:nothing')}</p>}
      {activities.length > 0 && (
        <table className={styles.activities}>
          <thead>
            <tr>
              <th scope="col">{t('hours:activity.time')}</th>
              <th scope="col">{t('hours:activity.kind')}</th>
              <th scope="col">{t('hours:activity.length')}</th>
              {onCorrect !== null && <th scope="col">{t('hours:activity.change')}</th>}
            </tr>
          </thead>
          <tbody>
            {activities.map((each) => (
              <tr key={each.begin}>
                <th scope="row">
                  {clock(each.begin)}–{clock(each.end)}
                </th>
                <td>
                  <ActivityName activity={each} />
                </td>
                <td>{format.duration(each.end - each.begin)}</td>
                {onCorrect !== null && (
                  <td>
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={t('hours:correct.from', { time: clock(each.begin) })}
                      onClick={() => onCorrect(wholeOf(month, each))}
                    >
                      {t('hours:correct.short')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('hours:close')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** An activity that goes on over midnight is corrected whole, as far as it has gone. */
function wholeOf({ activities, until }: DriverMonth, part: Activity): CorrectedSpan {
  const { begin, end, kind } =
    activities.find((each) => each.begin <= part.begin && each.end > part.begin) ?? part;
  return { begin, end: Math.min(end, until), kind };
}

function ActivityName({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation('hours');
  const { kind, proposal, reason, note } = activity;
  const notes = [
    proposal === 'meal' ? t('hours:activity.proposal') : '',
    reason == null ? '' : t(`hours:excess.${reason}`),
    note ?? '',
  ].filter((part) => part !== '');
  return (
    <>
      <ActivityMark kind={kind} /> {t(`hours:state.${kind}`)}
      {notes.length > 0 && <small dir="auto">{notes.join(' · ')}</small>}
    </>
  );
}
