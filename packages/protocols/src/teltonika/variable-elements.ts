import { asciiOf } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import type { AvlDraft } from './avl-draft.ts';
import { readBeacons, readTags, type Span } from './beacons.ts';

/** Takes an element of the variable-length group of codec 8 Extended. */
export function readVariableElement(draft: AvlDraft, id: number, value: Span): void {
  switch (id) {
    case 256:
    case 325:
      return draft.set('vin', textOf(value));
    case 281:
      return draft.set('dtcs', textOf(value).replaceAll(',', ' '));
    case 385:
      return readBeacons(draft, value);
    case 548:
    case 10828:
    case 10829:
    case 10831:
    case 11317:
      return readTags(draft, value);
    default:
      return draft.set(`io${id}`, hexOf(value.bytes, value.at, value.size));
  }
}

const textOf = ({ bytes, at, size }: Span): string =>
  asciiOf(bytes, at, at + size)
    .replaceAll('\0', '')
    .trim();
