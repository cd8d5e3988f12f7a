import { host } from '@rastro/base/host';
import { BusError, type Port } from '../bus.ts';
import { decodeBundle, nodeOf, type Bundle } from './bundle.ts';
import type { BundleRing } from './bundle-ring.ts';
import type { Missing } from './record-reader.ts';

/** Bundles in one answer. */
const PAGE = 100;
const AGAIN_MS = 200;

/** Port of a node of ingest by which lost bundles are fetched; an owner of a bus puts it into its ports. */
export interface MissedPorts {
  /** Those that the node still has. */
  readonly 'bundles.missed': Port<Missing, readonly Bundle[], string>;
}
/** The part of a bus that this needs. */
interface AskingBus {
  ask(
    port: 'bundles.missed',
    question: Missing,
    options: { readonly to: string },
  ): Promise<readonly Bundle[]>;
}
interface AnsweringBus {
  answer(
    port: 'bundles.missed',
    answerer: (missing: Missing) => Promise<readonly Bundle[]>,
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
      for (let number = first; number <= last; number++) {
        const body = await ring.read(life, partition, number);
        if (body) bundles.push(decodeBundle(body));
      }
      return bundles;
    },
    { at: node },
  );

/**
 * Asks the node of a sender, page by page. A node that is away is asked again for a while.
 * @returns what it still has; without what could not be had in time.
 */
export async function askMissed(
  bus: AskingBus,
  missing: Missing,
  patienceMs: number,
): Promise<readonly Bundle[]> {
  const bundles: Bundle[] = [];
  const deadline = host.elapsed() + patienceMs;
  for (let { first } = missing; first <= missing.last;) {
    const page = { ...missing, first, last: Math.min(missing.last, first + PAGE - 1) };
    const answer = await bus.ask('bundles.missed', page, { to: nodeOf(missing.sender) }).catch(noneOnTheBus);
    if (answer) {
      bundles.push(...answer);
      first = page.last + 1;
    } else if (host.elapsed() > deadline) break;
    else await new Promise<void>((resolve) => void host.setTimeout(resolve, AGAIN_MS));
  }
  return bundles;
}

function noneOnTheBus(error: unknown): null {
  if (error instanceof BusError) return null;
  throw error;
}
