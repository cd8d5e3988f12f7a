import { asciiOf } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import type { PendingAvlRecord } from './pending-avl-record.ts';
import { readBeacons, readTags, type Span } from './beacons.ts';

/** Takes an element of the variable-length group of codec 8 Extended. */
export function readVariableElement(pendingAvlRecord: PendingAvlRecord, id: number, value: Span): void {
  switch (id) {
    case 256:
    case 325:
      return pendingAvlRecord.set('vin', textOf(value));
    case 281:
      return pendingAvlRecord.set('dtcs', textOf(value).replaceAll(',', ' '));
    case 385:
      return readBeacons(pendingAvlRecord, value);
    case 548:
    case 10828:
    case 10829:
    case 10831:
    case 11317:
      return readTags(pendingAvlRecord, value);
    default:
      return pendingAvlRecord.set(`io${id}`, hexOf(value.bytes, value.at, value.size));
  }
}

const textOf = ({ bytes, at, size }: Span): string =>
  asciiOf(bytes, at, at + size)
    .replaceAll('\0', '')
    .trim();
