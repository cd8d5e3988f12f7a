import {
  hideNotification,
  showNotification,
  updateNotification,
  type NotificationData,
  type NotificationsStore,
} from '@mantine/notifications';
import type { FleetEvent } from '@rastro/fleet';
import type { KeyboardEvent } from 'react';
import styles from '../../kernel/event-style/toast.module.css';
import { addEvents, dropToast, EMPTY_BOARD, type BoardContext, type EventToast } from './toast-board.ts';
import { MissedMessage, ToastMessage } from './toast-message.tsx';

/** @source docs/reference/requirements.md SPEC §9 "Toast duration": 0 when pinned, that is, for ever. */
export const TOAST_MS = 7000;
const MISSED_ID = 'missed';

export interface DisplayContext extends BoardContext {
  readonly closeLabel: string;
  /** A phone has one place for toasts: corners would lie over each other. */
  readonly isPhone: boolean;
  /** Link of the count of missed toasts. */
  readonly missedTo: string;
}

/** Carries the board into Mantine's store: what is new is shown, what changed is updated, what went is hidden. */
export class ToastDisplay {
  readonly #store: NotificationsStore;
  readonly #focused = new Set<string>();
  #board = EMPTY_BOARD;

  constructor(store: NotificationsStore) {
    this.#store = store;
  }

  show(events: readonly FleetEvent[], context: DisplayContext): void {
    const before = this.#board;
    this.#board = addEvents(before, events, context);
    for (const { deviceId } of before.toasts) {
      if (!this.#board.toasts.some((toast) => toast.deviceId === deviceId)) this.#hide(String(deviceId));
    }
    for (const toast of this.#board.toasts)
      if (!before.toasts.includes(toast)) this.#showToast(toast, context);
    if (this.#board.missed !== before.missed) this.#showMissed(this.#board.missed, context);
  }

  /** These vehicles are not for this user any more. */
  forget(deviceIds: readonly number[]): void {
    for (const { deviceId } of this.#board.toasts) {
      if (!deviceIds.includes(deviceId)) continue;
      this.#hide(String(deviceId));
      this.#drop(deviceId);
    }
  }

  #showToast(toast: EventToast, { closeLabel, isPhone }: DisplayContext): void {
    const { deviceId, style, event } = toast;
    const id = String(deviceId);
    this.#put(id, style.pinned ? false : TOAST_MS, {
      message: <ToastMessage toast={toast} onOpen={() => this.#hide(id)} />,
      ...(isPhone ? {} : { position: style.position }),
      // An alarm interrupts a screen reader, too; the rest waits for a pause.
      role: style.pinned || event.type === 'alarm' ? 'alert' : 'status',
      'data-event-color': style.color ?? (event.type === 'alarm' ? 'red' : 'yellow'),
      closeButtonProps: { 'aria-label': closeLabel },
      // Deferred: a close is reported in the middle of a store update.
      onClose: () => queueMicrotask(() => this.#drop(deviceId)),
    });
  }

  #showMissed(count: number, { closeLabel, missedTo }: DisplayContext): void {
    this.#put(MISSED_ID, false, {
      message: <MissedMessage count={count} to={missedTo} onOpen={() => this.#hide(MISSED_ID)} />,
      role: 'status',
      'data-event-color': 'info',
      closeButtonProps: { 'aria-label': closeLabel },
      onClose: () => undefined,
    });
  }

  #put(id: string, closeMs: number | false, part: Omit<NotificationData, 'id'>): void {
    const store = this.#store;
    const isThere = store.getState().notifications.some((each) => each.id === id);
    const put = isThere ? updateNotification : showNotification;
    const wait = (isHeld: boolean): void => {
      if (isHeld) this.#focused.add(id);
      else this.#focused.delete(id);
      updateNotification({ id, autoClose: isHeld ? false : closeMs, message: part.message }, store);
    };
    put(
      {
        id,
        className: styles['toast'],
        withBorder: true,
        autoClose: this.#focused.has(id) ? false : closeMs,
        // Keyboard users get the same time to read as pointer users.
        onFocusCapture: () => wait(true),
        onBlurCapture: () => wait(false),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Escape') this.#hide(id);
        },
        ...part,
      },
      store,
    );
  }

  #hide(id: string): void {
    this.#focused.delete(id);
    hideNotification(id, this.#store);
  }
  #drop(deviceId: number): void {
    this.#board = dropToast(this.#board, deviceId);
    if (this.#board.missed === 0) this.#hide(MISSED_ID);
  }
}
