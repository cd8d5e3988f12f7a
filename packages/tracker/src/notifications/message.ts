import type { MailContent } from '@rastro/outgoing';
import type { StoredEvent, StoredPosition } from '@rastro/storage';

/** A notification in the language of one reader. */
export interface Message {
  readonly subject: string;
  /** One line. */
  readonly digest: string;
  readonly mail: MailContent;
  /** Text for its place; null = none, or unknown. */
  readonly place: string | null;
  /** Raises the urgency where a channel has one. */
  readonly isUrgent: boolean;
  /** Where it leads; null = nowhere. */
  readonly link: string | null;
  /** Event of the message; null = an announcement or a test. */
  readonly event: StoredEvent | null;
  readonly position: StoredPosition | null;
  /** Send the place as well, where a channel can. */
  readonly withLocation: boolean;
}

/** For channels with space for a second line. */
export const withPlace = ({ digest, place }: Pick<Message, 'digest' | 'place'>): string =>
  place === null ? digest : `${digest}\n${place}`;

/** Names that an event mentions. Unknown ones are null. */
export interface EventSubjects {
  readonly deviceName: string;
  /** Null = none is written down. */
  readonly devicePlate: string | null;
  readonly position: StoredPosition | null;
  /** Of the position, in the language of the reader; null = not known. */
  readonly address: string | null;
  readonly geofence: string | null;
  readonly driver: string | null;
  readonly maintenance: { readonly name: string; readonly type: string } | null;
  readonly linkedDevice: string | null;
  /** Address of the product, for links; null = not set. */
  readonly publicUrl: string | null;
}
