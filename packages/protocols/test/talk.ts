import assert from 'node:assert/strict';
import { findProtocol } from '../src/catalogue.ts';
import type {
  Decoded,
  DeviceProfile,
  DeviceRecord,
  OutgoingCommand,
  StreamProtocol,
} from '../src/protocol.ts';
import { context, framesOf, fromHex, fromText, profile, toHex } from './support.ts';

/** Settings of a test: the device, the state of the connection, the transport. */
export interface Setting extends Partial<DeviceProfile> {
  readonly state?: unknown;
  readonly udp?: boolean;
}

/** Talks to one protocol in the notation of the samples. */
export class Talk {
  readonly protocol: StreamProtocol;

  constructor(name: string) {
    const protocol = findProtocol(name);
    assert.ok(protocol?.kind === 'stream');
    this.protocol = protocol;
  }

  text(payload: string, setting: Setting = {}): Decoded<unknown> {
    return this.bytes(fromText(payload), setting);
  }
  hex(payload: string, setting: Setting = {}): Decoded<unknown> {
    return this.bytes(fromHex(payload), setting);
  }
  bytes(frame: Uint8Array, { state, udp = false, ...device }: Setting = {}): Decoded<unknown> {
    const before = state ?? this.protocol.initialState();
    const decoded = this.protocol.decode(frame, before, context(device, udp));
    assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
    return decoded.value;
  }
  /** Reason why a frame is rejected. */
  failureCode(frame: Uint8Array): string {
    const decoded = this.protocol.decode(frame, this.protocol.initialState(), context());
    return decoded.ok ? 'not refused' : decoded.error.code;
  }
  ids(frame: Uint8Array, udp = false): readonly string[] {
    return this.protocol.identify(frame, this.protocol.initialState(), udp);
  }
  frames(...chunks: readonly Uint8Array[]): readonly (string | null)[] {
    return framesOf(this.protocol.createFramer(), chunks);
  }
  /** A command as text; a failure as its code. */
  command(type: string, attributes: OutgoingCommand['attributes'] = {}, setting: Setting = {}): string {
    return asText(this.commandBytes(type, attributes, setting));
  }
  commandHex(type: string, attributes: OutgoingCommand['attributes'] = {}, setting: Setting = {}): string {
    const bytes = this.commandBytes(type, attributes, setting);
    return typeof bytes === 'string' ? bytes : (toHex(bytes) ?? '');
  }
  commandBytes(
    type: string,
    attributes: OutgoingCommand['attributes'],
    { state, udp: _udp, ...device }: Setting,
  ): Uint8Array | string {
    const encoded = this.protocol.encode({ type, attributes }, profile(device), state ?? null);
    return encoded.ok ? encoded.value : encoded.error.code;
  }
}

export const asText = (bytes: Uint8Array | string | null): string =>
  typeof bytes === 'string' ? bytes : Buffer.from(bytes ?? []).toString('latin1');

export function onlyRecord({ records }: Decoded<unknown>): DeviceRecord {
  assert.equal(records.length, 1);
  return records[0] as DeviceRecord;
}
export const attributesOf = (decoded: Decoded<unknown>): DeviceRecord['attributes'] =>
  onlyRecord(decoded).attributes;

export function near(got: number | undefined, wanted: number, tolerance = 1e-5): void {
  assert.ok(got !== undefined && Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);
}
