import { alarmOf } from './alarms.ts';
import { readText } from './blocks.ts';
import type { Reading } from './reading.ts';
import { readTerminalInformation } from './status.ts';

/** Reads fields that makers append to types 12 and 22. */
export function readVariantTail(reading: Reading): void {
  if (reading.type === 0x12) {
    if (reading.variant === 'GT06E_CARD') readCardReader(reading);
    else if (reading.variant === 'BENWAY') readBenway(reading);
    else if (reading.variant === 'VXT01') readVxt01(reading);
    else if (reading.variant === 'S5') readS5(reading);
    else if (reading.variant === 'WETRUST') readWetrust(reading);
  } else if (reading.type === 0x22 && reading.variant === 'SEEWORLD') readSeeworld(reading);
}

function readCardReader({ reader, pending }: Reading): void {
  pending.set('odometer', reader.u32());
  pending.set('card', readText(reader, reader.u8()));
  reader.skip(Math.min(reader.left, 2)); // alarm, swiped
}

function readBenway({ reader, pending }: Reading): void {
  const mask = reader.u16();
  pending.set('ignition', (mask & 0x8000) !== 0);
  pending.set('in2', (mask & 0x4000) !== 0);
  if (mask & 0x1000) {
    const degrees = mask & 0x01ff;
    pending.set('temp1', mask & 0x0200 ? -degrees : degrees);
  } else {
    const value = mask & 0x03ff;
    pending.set('adc1', mask & 0x2000 ? value : value / 10);
  }
}

function readVxt01(reading: Reading): void {
  const { reader, pending } = reading;
  readTerminalInformation(reading);
  pending.set('power', reader.u16() / 100);
  pending.set('rssi', reader.u8());
  reader.skip(Math.min(reader.left, 1)); // alarm extension
}

function readS5(reading: Reading): void {
  const { reader, pending } = reading;
  readTerminalInformation(reading);
  pending.set('power', reader.u16() / 100);
  pending.set('rssi', reader.u8());
  pending.alarm(alarmOf(reader.u8(), reading.traits, reading.variant));
  pending.set('oil', reader.u16());
  const temperature = reader.u8();
  pending.set('temp1', temperature & 0x80 ? -(temperature & 0x7f) : temperature);
  pending.set('odometer', reader.u32() * 10);
}

function readWetrust({ reader, pending }: Reading): void {
  pending.set('odometer', reader.u32());
  pending.set('card', readText(reader, reader.u8()));
  pending.alarm(reader.u8() > 0 ? 'general' : null);
  pending.set('cardStatus', reader.u8());
  pending.set('drivingTime', reader.u16());
}

function readSeeworld({ reader, pending }: Reading): void {
  pending.set('ignition', reader.u8() > 0);
  reader.skip(2); // reporting mode, supplementary
  pending.set('odometer', reader.u32());
  reader.skip(4); // travel time
  const temperature = reader.u16();
  pending.set('temp1', (temperature & 0x8000 ? -(temperature & 0x7fff) : temperature) / 100);
  pending.set('humidity', reader.u16() / 100);
}
