import { host, pause } from '@rastro/base/host';
import { BusError, type Port } from '../bus.ts';
import { decodeBundle, nodeOf, type Bundle } from './bundle.ts';
import type { BundleRing } from './bundle-ring.ts';
import type { Found, Missing } from './reader-options.ts';

/** Of the bundles in an answer; one more goes beyond it. */
const ANSWER_BYTES = 4 * 1024 * 1024;
const AGAIN_MS = 200;

/** Port of a node of ingest by which lost bundles are fetched; an owner of a bus puts it into its ports. */
export interface MissedPorts {
  readonly 'bundles.missed': Port<Missing, Found, string>;
}
/** The part of a bus that this needs. */
interface AskingBus {
  ask(port: 'bundles.missed', question: Missing, options: { readonly to: string }): Promise<Found>;
}
interface AnsweringBus {
  answer(
    port: 'bundles.missed',
    answerer: (missing: Missing) => Promise<Found>,
    options: { readonly at: string },
  ): () => void;
}

/** Answers from the ring of a node. @returns a function that ends it. */
export const answerMissed = (bus: AnsweringBus, node: string, ring: BundleRing): (() => void) =>
  bus.answer(
    'bundles.missed',
    async ({ sender, partition, first, last }) => {
      const life = sender.slice(nodeOf(sender).length + 1);
      const bundles: Bundle[] = [];
      let bytes = 0;
      for (const number of ring.numbersOf(life, partition, first, last)) {
        if (bytes > ANSWER_BYTES) return { bundles, upTo: number - 1 };
        const body = await ring.read(life, partition, number);
        if (!body) continue;
        bytes += body.length;
        bundles.push(decodeBundle(body));
      }
      return { bundles, upTo: last };
    },
    { at: node },
  );

/** Asks the node of a sender. One that is away is asked again for a while; then nobody has them. */
export async function askMissed(bus: AskingBus, missing: Missing, patienceMs: number): Promise<Found> {
  const deadline = host.elapsed() + patienceMs;
  for (;;) {
    const to = nodeOf(missing.sender);
    const found = await bus.ask('bundles.missed', missing, { to }).catch(noneOnTheBus);
    if (found) return found;
    if (host.elapsed() > deadline) return { bundles: [], upTo: missing.last };
    await pause(AGAIN_MS);
  }
}

function noneOnTheBus(error: unknown): null {
  if (error instanceof BusError) return null;
  throw error;
}
