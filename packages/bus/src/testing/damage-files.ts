import { globSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { NatsNode } from './nats-cluster.ts';

/** Files of messages; the newest one of a stream that has a few thousand. */
const blocksOf = (node: NatsNode): readonly string[] =>
  globSync(`${node.store}/**/msgs/*.blk`).filter((name) => statSync(name).size > 1000);

/** Damages to the files of a server that is down, by their names. */
export const DAMAGES = {
  flipBits: (node: NatsNode): void => {
    for (const file of blocksOf(node)) {
      const bytes = readFileSync(file);
      for (let at = 500; at < bytes.length; at += 700) bytes[at] = (bytes[at] ?? 0) ^ 4;
      writeFileSync(file, bytes);
    }
  },
  truncate: (node: NatsNode): void => {
    for (const file of blocksOf(node)) truncateSync(file, Math.floor(statSync(file).size * 0.6));
  },
  wipe: (node: NatsNode): void => rmSync(node.store, { recursive: true }),
} as const;
