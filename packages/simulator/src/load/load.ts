import { systemClock } from '@rastro/base';
import { madeUpImei } from '../demo/identity.ts';
import { pause } from '../link/pause.ts';
import { Latencies } from './latencies.ts';
import { LoadConnection, type LoadContext } from './load-connection.ts';
import { LoadPacket } from './packet.ts';
import type { LoadPlan, LoadReport } from './plan.ts';
import { WialonPacket } from './wialon-packet.ts';

const CONNECTING_AT_ONCE = 100;
/** Time that acknowledgements may still take after sending ends. */
const GRACE_MS = 5000;

/** Connects everything, then sends for the planned time, then waits for what is still to be acknowledged. */
export async function runLoad(plan: LoadPlan, signal: AbortSignal): Promise<LoadReport> {
  const context: LoadContext = {
    ...plan,
    language: plan.protocol === 'wialon' ? new WialonPacket() : new LoadPacket(plan.recordsPerPacket),
    latencies: new Latencies(),
    totals: { sent: 0, acknowledged: 0, refused: 0, lost: 0 },
  };
  const all = Array.from({ length: plan.connections + plan.idleConnections }, (_, index) => {
    return new LoadConnection(context, index, madeUpImei(plan.firstSerial + index));
  });
  for (let at = 0; at < all.length && !signal.aborted; at += CONNECTING_AT_ONCE) {
    await Promise.all(all.slice(at, at + CONNECTING_AT_ONCE).map((connection) => connection.open()));
  }
  const connected = all.filter(({ ready }) => ready).length;
  const senders = all.slice(0, plan.connections).filter(({ ready }) => ready);
  const startedAt = performance.now();
  await send(senders, plan, signal);
  for (const sender of senders) sender.stop();
  const sendingMs = performance.now() - startedAt;
  const { totals, latencies } = context;
  for (
    let waited = 0;
    waited < GRACE_MS && totals.acknowledged < totals.sent && !signal.aborted;
    waited += 20
  ) {
    await pause(20, systemClock, signal);
  }
  for (const connection of all) connection.close();
  return {
    connected,
    rejected: totals.refused,
    lost: totals.lost,
    packetsSent: totals.sent,
    packetsAcknowledged: totals.acknowledged,
    recordsAcknowledged: totals.acknowledged * plan.recordsPerPacket,
    elapsedS: Math.round(sendingMs) / 1000,
    recordsPerSecond: Math.round(
      (totals.acknowledged * plan.recordsPerPacket * 1000) / Math.max(1, sendingMs),
    ),
    ackP50Ms: latencies.percentile(0.5),
    ackP99Ms: latencies.percentile(0.99),
    ackLongestMs: latencies.longestMs,
  };
}

/** Paced: one timer deals the packets of all connections evenly over time. */
async function send(senders: readonly LoadConnection[], plan: LoadPlan, signal: AbortSignal): Promise<void> {
  if (plan.packetsPerSecond === 0) {
    for (const sender of senders) sender.sendAlways();
    await pause(plan.durationS * 1000, systemClock, signal);
    return;
  }
  const startedAt = performance.now();
  let dealt = 0;
  while (!signal.aborted) {
    const elapsedS = (performance.now() - startedAt) / 1000;
    const due = Math.floor(Math.min(elapsedS, plan.durationS) * plan.packetsPerSecond * senders.length);
    for (; dealt < due; dealt++) senders[dealt % senders.length]?.send();
    if (elapsedS >= plan.durationS) return;
    await pause(5, systemClock, signal);
  }
}
