import { MAX_RECEIPT_BYTES, receiptName } from '@rastro/fleet/costs';
import { PICTURE_TYPES, shrinkPicture } from '../../kernel/pictures/shrink-picture.ts';
import { newUuid } from '../../kernel/uuid.ts';

/** A receipt that was chosen and is not sent yet. */
export interface NewReceipt {
  /** The same one is stored once, however often it is sent. */
  readonly id: string;
  readonly name: string;
  readonly bytes: Blob;
}
/** Reasons why a file is no receipt; keys below `costs:receipts.mistake`. */
export type ReceiptMistake = 'unreadable' | 'tooLarge' | 'tooMany';

const PDF = 'application/pdf';
/** Small print stays readable. */
const LIMITS = { maxBytes: 1_500_000, sidePx: 2048 };
/** Types that a file input accepts. */
export const RECEIPT_FILES = `${PICTURE_TYPES},${PDF}`;

/** A file as a receipt: papers as they are, photographs made smaller. */
export async function readReceipt(file: File): Promise<NewReceipt | ReceiptMistake> {
  const isPaper = file.type === PDF;
  if (isPaper && file.size > MAX_RECEIPT_BYTES) return 'tooLarge';
  const bytes = isPaper ? file : await shrinkPicture(file, LIMITS);
  if (bytes === null) return 'unreadable';
  return bytes.size > MAX_RECEIPT_BYTES ? 'tooLarge' : { id: newUuid(), name: receiptName(file.name), bytes };
}

interface ReadReceipts {
  readonly receipts: readonly NewReceipt[];
  /** Of the first file that is none; null = all are. */
  readonly mistake: ReceiptMistake | null;
}
/** Files as receipts, as many as there is room for. */
export async function readReceipts(files: readonly File[], room: number): Promise<ReadReceipts> {
  const read = await Promise.all(files.slice(0, room).map(readReceipt));
  const mistake = read.find((each) => typeof each === 'string') ?? null;
  return {
    receipts: read.filter((each) => typeof each !== 'string'),
    mistake: mistake ?? (files.length > room ? 'tooMany' : null),
  };
}
