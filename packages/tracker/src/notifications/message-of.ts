import { escalationOf, isSet, plateOf } from '@rastro/fleet';
import type { NotificationBody } from '@rastro/fleet/schemas';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { Message } from './message.ts';
import { preferencesOf } from '../directory/reader.ts';
import { writeEscalation, writeEvent, writePlain } from './write-message.ts';

/** Where the names in a message come from. */
export interface Subjects {
  readonly directory: Directory;
  /** Address of the product for the reader, for links; null = not set. */
  readonly addressFor: (reader: UserEntity) => string | null;
}

/** Message of an event for one reader. */
export function messageOf(
  happened: {
    readonly event: StoredEvent;
    readonly position: StoredPosition | null;
    /** Of the position; null = not known. */
    readonly address: string | null;
    readonly rule: NotificationBody;
    /** Nobody has acknowledged it in the time of the rule. */
    readonly isEscalation?: boolean;
  },
  reader: UserEntity,
  { directory, addressFor }: Subjects,
): Message {
  const { event, position, address, rule } = happened;
  const { geofence, maintenance, driver } = directory.linked;
  const { driverUniqueId, linkedDeviceId } = event.attributes;
  const device = directory.devices.get(event.deviceId);
  const subjects = {
    deviceName: device?.name ?? '',
    devicePlate: device ? plateOf(device, directory.brand) : null,
    position,
    address,
    geofence: geofence.get(event.geofenceId)?.name ?? null,
    maintenance: maintenance.get(event.maintenanceId) ?? null,
    driver: typeof driverUniqueId === 'string' ? (driver.byKey(driverUniqueId)?.name ?? null) : null,
    linkedDevice:
      typeof linkedDeviceId === 'number' ? (directory.devices.get(linkedDeviceId)?.name ?? null) : null,
    publicUrl: addressFor(reader),
  };
  const preferences = preferencesOf(directory, reader);
  const minutes = (escalationOf(rule)?.afterMs ?? 0) / 60_000;
  const messageTexts = writeEvent(event, subjects, preferences);
  return {
    ...(happened.isEscalation === true ? writeEscalation(messageTexts, minutes, preferences) : messageTexts),
    isUrgent: isSet(rule.attributes, 'priority'),
    event,
    position,
    withLocation: isSet(reader.attributes, 'notificator.telegram.sendLocation'),
  };
}

/** A test, or a text that a user wrote. @param subject Empty = the label of a test. */
export function plainMessage(
  {
    subject,
    body,
    isUrgent = false,
  }: { readonly subject: string; readonly body: string; readonly isUrgent?: boolean },
  reader: UserEntity,
  { directory }: Pick<Subjects, 'directory'>,
): Message {
  const messageTexts = writePlain(subject, body, preferencesOf(directory, reader));
  return { ...messageTexts, isUrgent, event: null, position: null, withLocation: false };
}
