import { parentPort, workerData } from 'node:worker_threads';
import { drawReceipt } from './draw-receipt.ts';
import type { Receipt } from './receipt.ts';

if (parentPort) {
  const port = parentPort;
  const receipt: Receipt = workerData;
  port.postMessage(await drawReceipt(receipt));
}
