import {
  hideNotification,
  showNotification,
  updateNotification,
  type NotificationData,
  type NotificationsStore,
} from '@mantine/notifications';
import type { FleetEvent } from '@rastro/fleet';
import type { KeyboardEvent } from 'react';
import styles from './event-toasts.module.css';
import { addEvents, dropToast, EMPTY_BOARD, type BoardContext, type EventToast } from './toast-board.ts';
import { MissedMessage, ToastMessage } from './toast-message.tsx';

/** @source SPEC §9 "Toast duration": 0 when pinned, that is, for ever. */
export const TOAST_MS = 7000;
const MISSED_ID = 'missed';

export interface DisplayContext extends BoardContext {
  readonly closeLabel: string;
  /** A phone has one place for toasts: corners would lie over each other. */
  readonly isPhone: boolean;
  /** Where the count of the missed leads. */
  readonly missedTo: string;
}
export type Display = (events: readonly FleetEvent[], context: DisplayContext) => void;

/** Carries the board into Mantine's store: what is new is shown, what changed is updated, what went is hidden. */
export function createDisplay(store: NotificationsStore): Display {
  let board = EMPTY_BOARD;
  const focused = new Set<string>();
  const hide = (id: string): void => {
    focused.delete(id);
    hideNotification(id, store);
  };
  const put = (id: string, closeMs: number | false, part: Omit<NotificationData, 'id'>): void => {
    const isThere = store.getState().notifications.some((shown) => shown.id === id);
    const act = isThere ? updateNotification : showNotification;
    const wait = (isHeld: boolean): void => {
      if (isHeld) focused.add(id);
      else focused.delete(id);
      updateNotification({ id, autoClose: isHeld ? false : closeMs, message: part.message }, store);
    };
    act(
      {
        id,
        className: styles['toast'],
        withBorder: true,
        autoClose: focused.has(id) ? false : closeMs,
        // Whoever reads it by keyboard has the time of whoever points at it.
        onFocusCapture: () => wait(true),
        onBlurCapture: () => wait(false),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Escape') hide(id);
        },
        ...part,
      },
      store,
    );
  };
  const drop = (deviceId: number): void => {
    board = dropToast(board, deviceId);
    if (board.missed === 0) hide(MISSED_ID);
  };
  const show = (toast: EventToast, { closeLabel, isPhone }: DisplayContext): void => {
    const { deviceId, look, event } = toast;
    const id = String(deviceId);
    put(id, look.pinned ? false : TOAST_MS, {
      message: <ToastMessage toast={toast} onOpen={() => hide(id)} />,
      ...(isPhone ? {} : { position: look.position }),
      // An alarm interrupts whoever listens, too; the rest waits for a pause.
      role: look.pinned || event.type === 'alarm' ? 'alert' : 'status',
      'data-event-color': look.color ?? (event.type === 'alarm' ? 'red' : 'yellow'),
      closeButtonProps: { 'aria-label': closeLabel },
      // Later: a close is told in the middle of a change of the store.
      onClose: () => queueMicrotask(() => drop(deviceId)),
    });
  };
  return (events, context) => {
    const before = board;
    board = addEvents(before, events, context);
    for (const { deviceId } of before.toasts) {
      if (!board.toasts.some((toast) => toast.deviceId === deviceId)) hide(String(deviceId));
    }
    for (const toast of board.toasts) {
      if (!before.toasts.includes(toast)) show(toast, context);
    }
    if (board.missed === before.missed) return;
    put(MISSED_ID, false, {
      message: <MissedMessage count={board.missed} to={context.missedTo} onOpen={() => hide(MISSED_ID)} />,
      role: 'status',
      'data-event-color': 'info',
      closeButtonProps: { 'aria-label': context.closeLabel },
      onClose: () => undefined,
    });
  };
}
