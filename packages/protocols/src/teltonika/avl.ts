import { OutOfBytesError, type ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import type { DeviceRecord } from '../protocol.ts';
import { AvlDraft, type HomeNetwork } from './avl-draft.ts';
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
  const draft = new AvlDraft();
  draft.time = reader.u32() * 0x1_0000_0000 + reader.u32();
  if (draft.time > 8.64e15) draft.time = NaN;
  draft.set('priority', reader.u8());
  draft.longitude = reader.i32() / 1e7;
  draft.latitude = reader.i32() / 1e7;
  draft.altitude = reader.i16();
  draft.course = reader.u16();
  draft.satellites = reader.u8();
  draft.set('sat', draft.satellites);
  draft.speed = knotsFromKmPerHour(reader.u16());

  const wideIds = layout.codec !== CODEC_8;
  const wideCounts = layout.codec === CODEC_8E;
  draft.event = wideIds ? reader.u16() : reader.u8();
  draft.set('event', draft.event);
  if (layout.codec === CODEC_16) reader.skip(1);
  reader.skip(wideCounts ? 2 : 1);
  for (let size = 1; size <= (layout.wideGroup ? 16 : 8); size *= 2) {
    readGroup(draft, reader, { frame, layout, size, wideIds, wideCounts });
  }
  if (layout.codec === CODEC_8E) readVariableGroup(draft, reader, frame);
  return Number.isNaN(draft.time) ? null : draft.complete(layout.traits, layout.home);
}

interface Group {
  readonly frame: Uint8Array;
  readonly layout: AvlLayout;
  readonly size: number;
  readonly wideIds: boolean;
  readonly wideCounts: boolean;
}

function readGroup(draft: AvlDraft, reader: ByteReader, group: Group): void {
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
    if (take) take(draft, frame, at, size);
    else unnamed(draft, id, { bytes: frame, at, size });
  }
}

function readVariableGroup(draft: AvlDraft, reader: ByteReader, frame: Uint8Array): void {
  for (let left = reader.u16(); left > 0; left--) {
    const id = reader.u16();
    const size = reader.u16();
    const at = reader.position;
    reader.skip(size);
    readVariableElement(draft, id, { bytes: frame, at, size });
  }
}
