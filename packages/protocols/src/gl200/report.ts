import { fullInstant } from '../instants.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { zonedMs } from '../wall-time.ts';
import { modelOf } from './models.ts';

const VIN = /^[0-9A-Z]{17}$/;

/** One text message: header, protocol version, IMEI, [VIN,] name, content, send time, count. */
export class Report {
  readonly values: readonly string[];
  /** Three letters, such as FRI. */
  readonly type: string;
  readonly model: string;
  /** The field of the device name. */
  readonly nameAt: number;
  readonly zone: string | null;
  readonly now: number;

  constructor(values: readonly string[], { device, now }: DecodeContext) {
    this.values = values;
    this.type = (values[0] ?? '').slice(-3);
    this.model = modelOf(values[1] ?? '', device.model);
    const third = values[3] ?? '';
    this.nameAt = third.length === 17 && VIN.test(third) ? 4 : 3;
    this.zone = device.timeZone;
    this.now = now;
  }

  at(index: number): string {
    return this.values[index] ?? '';
  }
  /** Fields of the content end here: send time and count follow. */
  get end(): number {
    return this.values.length - 2;
  }
  get sendTime(): number | null {
    return this.instant(this.end);
  }
  instant(index: number): number | null {
    const text = this.at(index);
    const local = text.length === 14 ? fullInstant(text) : NaN;
    return Number.isNaN(local) ? null : zonedMs(local, this.zone, 0);
  }
  pendingRecord(): PendingRecord {
    const pendingRecord = new PendingRecord();
    pendingRecord.set('type', this.type);
    if (this.nameAt === 4) pendingRecord.set('vin', this.at(3));
    return pendingRecord;
  }
}

/** Reads a message with a layout of its own; null = it has another layout after all. */
export type ReadReport = (report: Report) => readonly DeviceRecord[] | null;

/** A layout with a single record. */
export const single =
  (read: (pendingRecord: PendingRecord, report: Report) => boolean): ReadReport =>
  (report) => {
    const pendingRecord = report.pendingRecord();
    pendingRecord.deviceTime = report.sendTime;
    if (!read(pendingRecord, report)) return null;
    const record = pendingRecord.finish();
    return record ? [record] : [];
  };
