import type { Clock } from '@rastro/base';
import type { StoredPosition } from '@rastro/storage';
import { serializeDevice, serializePosition } from '../serializers/serializers.ts';
import type { Directory } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';
import { Forwarder, type ForwarderCounts } from './forwarder.ts';
import { httpSender } from './http-sender.ts';
import type { Parcel, Sender } from './sender.ts';
import { nameOf, type ForwardTarget } from './target.ts';
import { wialonSender } from './wialon-sender.ts';

/** Ways to a target side by side; a device keeps to one, so its positions keep their order. */
const LANES = 8;
const OPTIONS = { maxWaiting: 2000, pauseMs: 100, longestPauseMs: 60_000 };

export interface Forwarding {
  /** By name of the target. */
  counts(): ReadonlyMap<string, ForwarderCounts>;
  close(): Promise<void>;
}

/** Sends every position, once it is stored, to each target. */
export function startForwarding(
  targets: readonly ForwardTarget[],
  deps: {
    readonly bus: TrackerBus;
    readonly directory: Directory;
    readonly live: CommittedStates;
    /** Others are forwarded by the process that has stored them. */
    readonly own: OwnPartitions;
    readonly clock: Clock;
    readonly log: IngestLog;
  },
): Forwarding {
  const lanesOf = new Map(
    targets.map((target) => {
      const name = nameOf(target);
      const onFailure = (error: unknown): void =>
        deps.log.warn({ err: error, target: name }, 'cannot forward');
      const lanes = Array.from(
        { length: LANES },
        () => new Forwarder(senderFor(target), OPTIONS, deps.clock, onFailure),
      );
      return [name, lanes] as const;
    }),
  );
  const parcelsOf = (positions: readonly StoredPosition[]): Parcel[][] => {
    const byLane: Parcel[][] = Array.from({ length: LANES }, () => []);
    for (const position of positions) {
      const device = deps.directory.devices.get(position.deviceId);
      if (!device) continue;
      const serialized = () => ({
        device: serializeDevice(device, deps.live.committed(device.id)),
        position: serializePosition(position),
      });
      byLane[device.id % LANES]?.push({ uniqueId: device.uniqueId, position, serialized });
    }
    return byLane;
  };
  const unsubscribe = deps.bus.subscribe('fleet.changed', ({ positions }) => {
    if (lanesOf.size === 0 || positions.length === 0) return;
    const byLane = parcelsOf(deps.own.ofOwn(positions));
    for (const lanes of lanesOf.values()) for (const [i, lane] of lanes.entries()) lane.add(byLane[i] ?? []);
  });
  return {
    counts: () =>
      new Map([...lanesOf].map(([name, lanes]) => [name, sum(lanes.map(({ counts }) => counts))])),
    close: async () => {
      unsubscribe();
      await Promise.all([...lanesOf.values()].flat().map((forwarder) => forwarder.close()));
    },
  };
}

function sum(counts: readonly ForwarderCounts[]): ForwarderCounts {
  const total = (name: keyof ForwarderCounts): number => counts.reduce((all, each) => all + each[name], 0);
  return {
    sent: total('sent'),
    refused: total('refused'),
    dropped: total('dropped'),
    waiting: total('waiting'),
  };
}

function senderFor(target: ForwardTarget): Sender {
  return target.kind === 'wialon' ? wialonSender(target) : httpSender(target.kind, target.url);
}
