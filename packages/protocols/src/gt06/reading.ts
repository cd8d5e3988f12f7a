import type { ByteReader } from '@rastro/base';
import type { DecodeContext, DeviceMedia } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { contentReader, isBareWifi, type Message } from './message.ts';
import type { ModelTraits } from './models.ts';
import type { Photo } from '../photo.ts';
import type { Gt06State } from './state.ts';
import { variantOf, type Variant } from './variants.ts';

/** One message while it is read: its known properties, and the values read so far. */
export class Reading {
  readonly message: Message;
  readonly reader: ByteReader;
  readonly variant: Variant;
  readonly traits: ModelTraits;
  readonly zone: string | null;
  readonly zoneOffsetMs: number;
  readonly now: number;
  readonly pending = new PendingRecord();
  photo: Photo | null;
  media: DeviceMedia | null = null;

  constructor(message: Message, state: Gt06State, context: DecodeContext) {
    this.message = message;
    this.variant = variantOf(message);
    const bare = isBareWifi(message) && this.variant !== 'RFID';
    this.reader = contentReader(message, bare ? message.frame.length - 2 : message.contentEnd);
    this.traits = state.traits;
    this.zone = context.device.timeZone;
    this.zoneOffsetMs = state.zoneOffsetMs;
    this.now = context.now;
    this.photo = state.photo;
  }

  get type(): number {
    return this.message.type;
  }

  /** Types 22 and 25 of these models have a layout of their own. */
  get ntLocation(): boolean {
    return this.traits.nt && (this.type === 0x22 || this.type === 0x25);
  }
}
