import type { ByteSource } from './byte-source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';

/** Column of yes and no: the lengths of the runs of the same, the first of them of no and perhaps empty. */
export function writeRuns(writer: ByteWriter, values: readonly boolean[]): void {
  let length = 0;
  let current = false;
  for (const value of values) {
    if (value !== current) {
      writer.varint(length);
      length = 0;
      current = value;
    }
    length++;
  }
  writer.varint(length);
}

export function readRuns(source: ByteSource, count: number): boolean[] {
  const values: boolean[] = [];
  for (let current = false; ; current = !current) {
    const length = source.varint();
    const isFirst = !current && values.length === 0;
    if (length > count - values.length || (length === 0 && !isFirst))
      throw damaged('a run of another length');
    for (let i = 0; i < length; i++) values.push(current);
    if (values.length === count) return values;
  }
}
