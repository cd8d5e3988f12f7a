import { OutOfBytesError, type ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import type { DeviceRecord } from '../protocol.ts';
import { PendingAvlRecord, type HomeNetwork } from './pending-avl-record.ts';
import type { ElementTable } from './avl-ids.ts';
import { unnamed } from './elements.ts';
import type { ModelTraits } from './model.ts';
import { readVariableElement } from './variable-elements.ts';

export const CODEC_8 = 0x08;
export const CODEC_8E = 0x8e;
export const CODEC_16 = 0x10;

export interface AvlLayout {
  readonly codec: number;
  readonly traits: ModelTraits;
  readonly table: ElementTable;
  readonly home: HomeNetwork;
  /** A few old devices send a group of 16-byte values (device option `teltonika.extended`). */
  readonly wideGroup: boolean;
}

/**
 * Reads one record of codec 8, 8 Extended or 16.
 * @returns null when its coordinates are not on Earth.
 * @throws OutOfBytesError when the record is cut short.
 */
export function readAvlRecord(reader: ByteReader, frame: Uint8Array, layout: AvlLayout): DeviceRecord | null {
  const pendingAvlRecord = new PendingAvlRecord();
  pendingAvlRecord.time = reader.u32() * 0x1_0000_0000 + reader.u32();
  if (pendingAvlRecord.time > 8.64e15) pendingAvlRecord.time = NaN;
  pendingAvlRecord.set('priority', reader.u8());
  pendingAvlRecord.longitude = reader.i32() / 1e7;
  pendingAvlRecord.latitude = reader.i32() / 1e7;
  pendingAvlRecord.altitude = reader.i16();
  pendingAvlRecord.course = reader.u16();
  pendingAvlRecord.satellites = reader.u8();
  pendingAvlRecord.set('sat', pendingAvlRecord.satellites);
  pendingAvlRecord.speed = knotsFromKmPerHour(reader.u16());

  const wideIds = layout.codec !== CODEC_8;
  const wideCounts = layout.codec === CODEC_8E;
  pendingAvlRecord.event = wideIds ? reader.u16() : reader.u8();
  pendingAvlRecord.set('event', pendingAvlRecord.event);
  if (layout.codec === CODEC_16) reader.skip(1);
  reader.skip(wideCounts ? 2 : 1);
  for (let size = 1; size <= (layout.wideGroup ? 16 : 8); size *= 2) {
    readGroup(pendingAvlRecord, reader, { frame, layout, size, wideIds, wideCounts });
  }
  if (layout.codec === CODEC_8E) readVariableGroup(pendingAvlRecord, reader, frame);
  return Number.isNaN(pendingAvlRecord.time) ? null : pendingAvlRecord.complete(layout.traits, layout.home);
}

interface Group {
  readonly frame: Uint8Array;
  readonly layout: AvlLayout;
  readonly size: number;
  readonly wideIds: boolean;
  readonly wideCounts: boolean;
}

function readGroup(pendingAvlRecord: PendingAvlRecord, reader: ByteReader, group: Group): void {
  const { frame, size, wideIds } = group;
  const count = group.wideCounts ? reader.u16() : reader.u8();
  // Checked once for the group, so that elements can be read without a check each.
  const step = (wideIds ? 2 : 1) + size;
  if (count * step > reader.left) throw new OutOfBytesError(count * step, reader.left);
  for (let left = count; left > 0; left--) {
    const id = wideIds ? reader.u16() : reader.u8();
    const at = reader.position;
    reader.skip(size);
    const take = group.layout.table.get(id);
    if (take) take(pendingAvlRecord, frame, at, size);
    else unnamed(pendingAvlRecord, id, { bytes: frame, at, size });
  }
}

function readVariableGroup(pendingAvlRecord: PendingAvlRecord, reader: ByteReader, frame: Uint8Array): void {
  for (let left = reader.u16(); left > 0; left--) {
    const id = reader.u16();
    const size = reader.u16();
    const at = reader.position;
    reader.skip(size);
    readVariableElement(pendingAvlRecord, id, { bytes: frame, at, size });
  }
}
