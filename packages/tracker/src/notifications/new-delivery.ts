import type { NotificationBody } from '@rastro/fleet/schemas';
import type { StoredDelivery, StoredEvent } from '@rastro/storage';

export type NewDelivery = Omit<StoredDelivery, 'id'>;
/** Type in the delivery log, instead of the type of the event: nobody has acknowledged it in the time of the rule. */
export const ESCALATION = 'escalation';

/** A line of the delivery log that waits to be sent, about nothing. */
export function newDelivery(
  of: { readonly userId: number; readonly eventType: string; readonly channel: string },
  now: number,
): NewDelivery {
  const nothingYet = { target: null, reason: null, attempts: 0, createdAt: now, changedAt: now } as const;
  return { ...of, ...nothingYet, notificationId: 0, eventId: 0, deviceId: 0, status: 'waiting' };
}

/** A notification of an event. @param outcome Null = it is to be sent. */
export const deliveryOf = (
  {
    event,
    rule,
    ...of
  }: {
    readonly event: StoredEvent;
    readonly rule: NotificationBody;
    readonly userId: number;
    readonly channel: string;
    readonly isEscalation?: boolean;
  },
  outcome: Pick<NewDelivery, 'status' | 'reason'> | null,
  now: number,
): NewDelivery => ({
  ...newDelivery(
    {
      userId: of.userId,
      eventType: of.isEscalation === true ? ESCALATION : event.type,
      channel: of.channel,
    },
    now,
  ),
  notificationId: rule.id,
  eventId: event.id,
  deviceId: event.deviceId,
  ...outcome,
});
