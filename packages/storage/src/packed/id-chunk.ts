import { ByteSource } from './byte-source.ts';
import { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';
import { readFrame, writeFrame } from './frame.ts';
import { readNumbers, writeNumbers } from './numbers.ts';

/** Ids of a row. A row of few bytes shares its page with others. */
export const CHUNK = 1024;
/** Of another version this program reads nothing. */
const VERSION = 1;
const LEVEL = 1;

export const chunkOf = (id: number): number => Math.floor(id / CHUNK);
/** The first and last id of a chunk. */
export const idsOfChunk = (chunk: number): readonly [number, number] => [
  chunk * CHUNK,
  (chunk + 1) * CHUNK - 1,
];

/** The device of each id of a chunk; 0 = not known. */
export function packDevices(devices: Float64Array): Uint8Array {
  const content = new ByteWriter();
  writeNumbers(content, devices);
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writeFrame(writer, content.view(), LEVEL);
  return Uint8Array.from(writer.view());
}

/** @throws StorageError DAMAGED */
export function unpackDevices(bytes: Uint8Array): Float64Array {
  const outer = new ByteSource(bytes);
  const version = outer.byte();
  if (version !== VERSION) throw damaged(`version ${version}`);
  const source = readFrame(outer);
  outer.end();
  const devices = readNumbers(source, CHUNK);
  source.end();
  return devices;
}
