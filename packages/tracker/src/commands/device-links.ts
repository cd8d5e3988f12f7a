import { BusError } from '@rastro/bus';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '@rastro/protocols';
import { findLink } from '../messages/ask-ingest.ts';
import type { LinkInfo, TrackerBus, WriteOutcome } from '../messages/topics.ts';

/** Longer than a connection is patient with a peer that reads nothing. */
const WRITE_MS = 20_000;

/** The connections of devices, wherever they are. Ingest that is away has none. */
export class DeviceLinks {
  readonly #bus: TrackerBus;

  constructor(bus: TrackerBus) {
    this.#bus = bus;
  }

  /** The connection that can take a command now. */
  async open(deviceId: number): Promise<LinkInfo | null> {
    const link = await findLink(this.#bus, deviceId).catch(noneIfAway);
    return link?.isOpen ? link : null;
  }

  /** A command encoded for a connection; null = the connection is gone. */
  async encode(
    deviceId: number,
    { linkId, node }: LinkInfo,
    { command, profile }: { readonly command: OutgoingCommand; readonly profile: DeviceProfile },
  ): Promise<{ readonly bytes: string } | { readonly failure: EncodeFailure } | null> {
    const question = { deviceId, linkId, command, profile };
    return this.#bus.ask('connection.encoded', question, { to: node }).catch(noneIfAway);
  }

  async write(deviceId: number, { linkId, node }: LinkInfo, bytes: string): Promise<WriteOutcome> {
    try {
      const question = { deviceId, linkId, bytes };
      return await this.#bus.ask('connection.written', question, { to: node, timeoutMs: WRITE_MS });
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      return error.code === 'NOBODY' ? 'unsent' : 'unsure';
    }
  }
}

function noneIfAway(error: unknown): null {
  if (error instanceof BusError && error.code !== 'FAILED') return null;
  throw error;
}
