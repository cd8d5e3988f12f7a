import { parentPort, workerData } from 'node:worker_threads';
import { drawPaper } from './draw-paper.ts';
import type { InspectionPaper } from './inspection-paper.ts';

if (parentPort) {
  const port = parentPort;
  const paper: InspectionPaper = workerData;
  port.postMessage(await drawPaper(paper));
}
