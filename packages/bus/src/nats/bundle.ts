import { decode, encode } from './payload.ts';
import { StreamError } from './record-stream.ts';

/** Version of the format; a reader knows this one and the one before. */
const VERSION = 1;
/** Below, compression costs more than it saves. */
const COMPRESS_ABOVE = 1024;

/** Entries of one partition from one sender, in order. */
export interface Bundle {
  /** Node of ingest and the life of its numbers, `node.life`: numbers of another life have nothing to do with these. */
  readonly sender: string;
  /** Without gaps for each sender and partition, from 1. */
  readonly number: number;
  /** None = a sign that nothing came for a while: what was lost before it is missed. */
  readonly entries: readonly unknown[];
}

export const encodeBundle = (bundle: Bundle): Uint8Array => encode({ v: VERSION, ...bundle }, COMPRESS_ABOVE);

/** @throws StreamError UNKNOWN_VERSION. @throws Error when these are not the bytes of a bundle. */
export function decodeBundle(data: Uint8Array): Bundle {
  const value = decode(data);
  if (typeof value === 'object' && value && 'v' in value && 'sender' in value && 'number' in value) {
    const { v, sender, number } = value;
    const entries = 'entries' in value ? value.entries : null;
    if (typeof v === 'number' && v !== VERSION)
      throw new StreamError('UNKNOWN_VERSION', `Cannot read a bundle of version ${v}`);
    if (typeof sender === 'string' && typeof number === 'number' && Array.isArray(entries))
      return { sender, number, entries };
  }
  throw new Error('Cannot read a bundle: these are other bytes');
}

/** The node of a sender: where it is asked for what is missing. */
export const nodeOf = (sender: string): string => sender.slice(0, sender.lastIndexOf('.'));
