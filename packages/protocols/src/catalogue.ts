import { gl200 } from './gl200/index.ts';
import { gps103 } from './gps103/index.ts';
import { gt06 } from './gt06/index.ts';
import { h02 } from './h02/index.ts';
import { jt808 } from './jt808/index.ts';
import { meitrack } from './meitrack/index.ts';
import { osmand } from './osmand/index.ts';
import type { Protocol } from './protocol.ts';
import { ruptela } from './ruptela/index.ts';
import { suntech } from './suntech/index.ts';
import { teltonika } from './teltonika/index.ts';
import { wialon } from './wialon/index.ts';

/** Every protocol that the server speaks, by popularity. The only place that lists them. */
export const PROTOCOLS: readonly Protocol[] = [
  osmand,
  gt06,
  suntech,
  teltonika,
  h02,
  gl200,
  gps103,
  jt808,
  wialon,
  meitrack,
  ruptela,
];

const byName: ReadonlyMap<string, Protocol> = new Map(PROTOCOLS.map((protocol) => [protocol.name, protocol]));

export function findProtocol(name: string): Protocol | null {
  return byName.get(name) ?? null;
}
