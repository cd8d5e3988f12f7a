import {
  createNotificationsStore,
  hideNotification,
  Notifications,
  showNotification,
  updateNotification,
  type NotificationsStore,
} from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import type { FleetEvent } from '@rastro/fleet';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFleet } from '../fleet-context.tsx';
import { useServices } from '../services.tsx';
import { MissedMessage, ToastMessage } from './toast-message.tsx';
import styles from './event-toasts.module.css';
import { addEvents, dropToast, EMPTY_BOARD, MOST_TOASTS } from './toast-board.ts';

/** @source SPEC §9 "Toast duration" */
const TOAST_MS = 7000;
const MISSED_ID = 'missed';
const WIDTH_PX = 340;

/** Shows important events while they happen, at the bottom right; a click opens the vehicle. */
export function EventToasts() {
  const { t } = useTranslation('events');
  const fleet = useFleet();
  const { preferences } = useServices();
  const [store] = useState(createNotificationsStore);
  const [display] = useState(() => createDisplay(store));
  const take = useEffectEvent((events: readonly FleetEvent[]) => display(events, t('events:close')));

  useEffect(
    () =>
      fleet?.watchEvents((events) => {
        if (preferences.read('isMuted') !== 'true') take(events);
      }),
    [fleet, preferences],
  );

  return (
    <Notifications
      store={store}
      position="bottom-right"
      autoClose={TOAST_MS}
      limit={MOST_TOASTS + 1}
      containerWidth={WIDTH_PX}
      className={styles['toasts'] ?? ''}
    />
  );
}

type Display = (events: readonly FleetEvent[], closeLabel: string) => void;

/** Carries the board into Mantine's store: what is new is shown, what changed is updated, what went is hidden. */
function createDisplay(store: NotificationsStore): Display {
  let board = EMPTY_BOARD;
  const hide = (id: string): void => void hideNotification(id, store);
  const put = (id: string, message: ReactNode, closeLabel: string, onClose: () => void): void => {
    const isThere = store.getState().notifications.some((shown) => shown.id === id);
    const act = isThere ? updateNotification : showNotification;
    const look = { role: 'status', className: styles['toast'], withBorder: true } as const;
    act({ id, message, ...look, closeButtonProps: { 'aria-label': closeLabel }, onClose }, store);
  };
  const drop = (deviceId: number): void => {
    board = dropToast(board, deviceId);
    if (board.missed === 0) hide(MISSED_ID);
  };
  return (events, closeLabel) => {
    const before = board;
    board = addEvents(before, events);
    for (const { deviceId } of before.toasts) {
      if (!board.toasts.some((toast) => toast.deviceId === deviceId)) hide(String(deviceId));
    }
    for (const toast of board.toasts) {
      if (before.toasts.includes(toast)) continue;
      const { deviceId } = toast;
      const id = String(deviceId);
      // Later: a close is told in the middle of a change of the store.
      const onClose = (): void => queueMicrotask(() => drop(deviceId));
      put(id, <ToastMessage toast={toast} onOpen={() => hide(id)} />, closeLabel, onClose);
    }
    if (board.missed === before.missed) return;
    const missed = <MissedMessage count={board.missed} onOpen={() => hide(MISSED_ID)} />;
    put(MISSED_ID, missed, closeLabel, () => undefined);
  };
}
