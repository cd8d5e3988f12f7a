import { createNotificationsStore, Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { isShared, type FleetEvent } from '@rastro/fleet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { createEventSounds } from './event-sounds.ts';
import styles from './event-toasts.module.css';
import { openSpeaker } from '../../kernel/event-style/speaker.ts';
import { MAX_TOASTS, MAX_TOASTS_PHONE } from './toast-board.ts';
import { ToastDisplay, TOAST_MS } from './toast-display.tsx';
import { watchCalmly } from './watch-calmly.ts';

const WIDTH_PX = 340;
/** Pace at which toasts may change: a burst of events becomes a few steps. */
const STEP_MS = 250;

/** Shows and sounds important events while they happen; a click opens the vehicle. */
export function EventToasts() {
  const { t } = useTranslation('events');
  const fleet = useFleet();
  const { preferences } = useServices();
  const { user, branding } = useSignedIn();
  const { may } = useRights();
  const { brand } = branding;
  const isPhone = useIsPhone();
  const [store] = useState(createNotificationsStore);
  const [display] = useState(() => new ToastDisplay(store));
  const missedTo = !isShared(user) && may('events.view') ? '/events' : '/devices';
  const show = useEffectEvent((events: readonly FleetEvent[]) =>
    display.show(events, {
      brand,
      now: Date.now(),
      maxToasts: isPhone ? MAX_TOASTS_PHONE : MAX_TOASTS,
      closeLabel: t('events:close'),
      missedTo,
      isPhone,
    }),
  );

  useEffect(() => {
    if (fleet === null) return undefined;
    const speaker = openSpeaker(window);
    const playSound = createEventSounds({
      brand,
      origin: location.origin,
      speaker,
      isMuted: () => preferences.read('isMuted') === 'true',
      now: Date.now,
    });
    const stop = watchCalmly(fleet, STEP_MS, (events) => {
      show(events);
      void playSound(events);
    });
    const stopGone = fleet.watchGone((ids) => display.forget(ids));
    return () => {
      stop();
      stopGone();
      speaker.close();
    };
  }, [fleet, preferences, brand, display]);

  return (
    <Notifications
      store={store}
      position="bottom-right"
      autoClose={TOAST_MS}
      limit={MAX_TOASTS + 1}
      containerWidth={WIDTH_PX}
      className={styles['toasts'] ?? ''}
    />
  );
}
