import { acknowledge, acknowledgeExtended, extendedFrame, shortFrame } from './reply.ts';
import { readAnswer, readLongAnswer, readSerialLine } from './answers.ts';
import { readBareWifi, readCellsAndWifi, readWifiList } from './cells.ts';
import { readInformation } from './information.ts';
import { layoutOf } from './layouts.ts';
import { readGeneral } from './general.ts';
import { readAccessoryItems, readBatteryItems, readModules } from './modules.ts';
import {
  readAz735,
  readCameraAlarm,
  readDriver,
  readGpsWithRadio,
  readHeartbeat,
  readLongHeartbeat,
  readObd,
  readSr411,
  readTagReport,
  readTrx16i,
  readX1,
} from './other.ts';
import { announcePhoto, nextPhotoPart, takePhotoPart } from './photo.ts';
import type { Reading } from './reading.ts';

/** Handles one type of message. */
export interface Handler {
  /** Fills the pending record. False = the message contains nothing worth a record. */
  readonly read: (reading: Reading) => boolean | void;
  readonly reply: (reading: Reading) => Uint8Array | null;
  /** Without its position the message is worthless. */
  readonly needsFix: boolean;
}

const same = ({ message }: Reading): Uint8Array => acknowledge(message);
const sameExtended = ({ message }: Reading): Uint8Array => acknowledgeExtended(message);
const none = (): null => null;
const nothing = (): boolean => false;
const handler = (read: Handler['read'], reply: Handler['reply'], needsFix = false): Handler => ({
  read,
  reply,
  needsFix,
});

const IGNORED = handler(nothing, none);
const ACKNOWLEDGED = handler(nothing, same);
const CELLS_AND_WIFI = handler(readCellsAndWifi, same);
const BARE_WIFI = handler(readBareWifi, bareWifiReply);
const ADDRESS_REQUEST = handler(nothing, addressReply);
const PHOTO_READY = handler(nothing, announcePhoto);
const PHOTO_PART = handler(takePhotoPart, nextPhotoPart);
const GPS_WITH_RADIO = handler(readGpsWithRadio, none, true);
const AZ735 = handler(readAz735, sameExtended);

const SHORT: ReadonlyMap<number, Handler> = new Map([
  [0x13, handler(readLongHeartbeat, same)],
  [0x15, handler(readAnswer, same)],
  [0x17, BARE_WIFI],
  [0x18, CELLS_AND_WIFI],
  [0x23, handler(readHeartbeat, same)],
  [0x24, CELLS_AND_WIFI],
  [0x28, CELLS_AND_WIFI],
  [0x2a, ADDRESS_REQUEST],
  [0x2c, CELLS_AND_WIFI],
  [0x2e, CELLS_AND_WIFI],
  [0x33, CELLS_AND_WIFI],
  [0x34, handler(readX1, none, true)],
  [0x35, PHOTO_READY],
  [0x36, handler(readTrx16i, same, true)],
  [0x38, GPS_WITH_RADIO],
  [0x61, handler(readDriver, same, true)],
  [0x69, BARE_WIFI],
  [0x80, IGNORED],
  [0x81, IGNORED],
  [0x82, IGNORED],
  [0x8a, handler(nothing, clockReply)],
  [0x94, handler(({ reader, pending }) => pending.set('power', reader.i16() / 100), none)],
  [0x95, handler(readCameraAlarm, same)],
  [0xa1, CELLS_AND_WIFI],
  [0xa2, CELLS_AND_WIFI],
  [0xa9, CELLS_AND_WIFI],
  [0xb2, handler(readTagReport, same)],
  [0xf3, handler(readWifiList, none)],
]);
const SR411 = handler(readSr411, none, true);

const EXTENDED: ReadonlyMap<number, Handler> = new Map([
  [0x21, handler(readLongAnswer, none)],
  [0x2a, ADDRESS_REQUEST],
  [0x32, AZ735],
  [0x33, AZ735],
  [0x35, PHOTO_READY],
  [0x36, PHOTO_PART],
  [0x38, GPS_WITH_RADIO],
  [0x40, ACKNOWLEDGED],
  [0x41, handler(nothing, sameExtended)],
  [0x70, handler(readModules, same)],
  [0x8c, handler(readObd, none)],
  [0x94, handler(readInformation, none)],
  [0x9b, handler(readSerialLine, none)],
  [0xf1, handler(readBatteryItems, same)],
  [0xf2, handler(readAccessoryItems, same)],
]);

/** Finds what to do: the general composition first, then the special types of either header. */
export function handlerOf(reading: Reading): Handler {
  const layout = layoutOf(reading);
  if (layout) return handler((one) => readGeneral(one, layout), same, layout.gps);
  if (reading.message.extended) return EXTENDED.get(reading.type) ?? IGNORED;
  if (reading.variant === 'SR411_MINI') return SR411;
  if (reading.type === 0x34 && reading.variant === 'SL4X') return CELLS_AND_WIFI;
  return SHORT.get(reading.type) ?? ACKNOWLEDGED;
}

/** No serial, no checksum: the six date bytes come back instead. */
function bareWifiReply({ message }: Reading): Uint8Array {
  const { frame, contentAt, type } = message;
  return Uint8Array.of(0x78, 0x78, 0, type, ...frame.subarray(contentAt, contentAt + 6), 0x0d, 0x0a);
}

const NO_ADDRESS = 'NA&&NA&&0##';

function addressReply(): Uint8Array {
  const content = new Uint8Array(5 + NO_ADDRESS.length);
  content[0] = NO_ADDRESS.length;
  content.set(new TextEncoder().encode(NO_ADDRESS), 5);
  return extendedFrame(0x97, content, 0);
}

function clockReply({ now }: Reading): Uint8Array {
  const date = new Date(now);
  const content = Uint8Array.of(
    date.getUTCFullYear() - 2000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
  return shortFrame(0x8a, content, 0);
}
