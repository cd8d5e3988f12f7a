import type { Result } from '@rastro/base';
import type { Attributes, Knots, LatLng, Network } from '@rastro/fleet';

/** Where a device was, by its own GNSS receiver. */
export interface Fix extends LatLng {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  /** The device reports a current fix. */
  readonly valid: boolean;
  /** Meters. */
  readonly altitude: number;
  readonly speed: Knots;
  /** Degrees clockwise from north, 0..360. */
  readonly course: number;
  /** Meters; 0 = unknown. */
  readonly accuracy: number;
}

/** One decoded record of a device. A record without a fix carries device data only. */
export interface DeviceRecord {
  /** Milliseconds since 1970, UTC; null = the protocol sent none, use the arrival. */
  readonly deviceTime: number | null;
  readonly fix: Fix | null;
  readonly network: Network | null;
  readonly attributes: Attributes;
}

/** Reason why bytes from a device were rejected. Expected, counted, never thrown. */
export type DecodeFailure =
  | { readonly code: 'FRAME_TOO_LONG'; readonly limitBytes: number }
  | { readonly code: 'TRUNCATED'; readonly detail: string }
  | { readonly code: 'MALFORMED'; readonly detail: string }
  | { readonly code: 'UNSUPPORTED'; readonly detail: string };

/** Cuts a byte stream into frames. Holds bytes; never a socket, clock or logger. */
export interface Framer {
  /** Feeds one segment. Failures mean: close the connection. Frames are copies or stable views. */
  push(chunk: Uint8Array): readonly Result<Uint8Array, DecodeFailure>[];
  /** Bytes held back until the rest of a frame arrives. */
  readonly heldBytes: number;
}

/** The device a frame belongs to, as far as decoding depends on it. */
export interface DeviceProfile {
  readonly uniqueId: string;
  /** Selects layouts that the bytes alone cannot distinguish. */
  readonly model: string | null;
  /** IANA zone or `GMT+8`; replaces the protocol's default zone. */
  readonly timeZone: string | null;
  /** Per-device protocol options, e.g. `suntech.hbm`. */
  readonly options: Attributes;
}

export interface DecodeContext {
  readonly device: DeviceProfile;
  /** Arrival, milliseconds since 1970. */
  readonly now: number;
  readonly udp: boolean;
}

/** A file that a device finished sending, such as a photo. */
export interface DeviceMedia {
  /** File name extension without the dot. */
  readonly extension: 'jpg';
  readonly bytes: Uint8Array;
}

/** Decoded contents of a frame. `reply` leaves only after `records` are durable. */
export interface Decoded<State> {
  readonly state: State;
  readonly records: readonly DeviceRecord[];
  readonly reply: Uint8Array | null;
  /**
   * The frame's checksum matched, or the protocol has none. False alone rejects nothing: cheap devices compute it
   * wrongly, and the frame was sound enough to be decoded. Ingest knows whose checksums have been right before.
   */
  readonly intact: boolean;
  /** Belongs to the last of `records`: store it and name it there as `image`. */
  readonly media: DeviceMedia | null;
}

/** A command for a device; parameters as docs/reference/tracking-api.md §2.10 names them. */
export interface OutgoingCommand {
  readonly type: string;
  readonly attributes: Attributes;
  /** A distinct integer for each command of a device, so that its answer can be matched; absent = none is wanted. */
  readonly serial?: number;
}
/** Answer of a device to a command. */
export interface CommandAnswer {
  /** As the device repeats it; null = it repeats none. */
  readonly serial: number | null;
  /** The name of the command, where the answer has it. */
  readonly commandName: string | null;
  readonly text: string;
  /** The device reports a failure. */
  readonly isRejected: boolean;
}
export type EncodeFailure =
  | { readonly code: 'UNSUPPORTED_COMMAND'; readonly type: string }
  | { readonly code: 'BAD_PARAMETER'; readonly parameter: string; readonly detail: string };

interface ProtocolDescription {
  /** Lower-case name, as positions carry it. */
  readonly name: string;
  readonly defaultPort: number;
  /** Command types the encoder takes, `custom` included. */
  readonly commands: readonly string[];
}

/**
 * A protocol over TCP and/or UDP: bytes and a connection state in, records and replies out.
 * The runner calls `identify` and resolves the device; identifiers that name a device replace the
 * one of the connection. With a device it calls `decode`; while the connection has none it sends
 * the answer of `reject` and drops the frame. A `decode` failure is counted; the connection continues.
 */
export interface StreamProtocol<State = unknown> extends ProtocolDescription {
  readonly kind: 'stream';
  readonly transports: readonly ('tcp' | 'udp')[];
  /** Its devices keep a record that was not answered, and send it again. */
  readonly resendsUnanswered?: true;
  createFramer(): Framer;
  /** State of a fresh connection (or of a single datagram). */
  initialState(): State;
  /** Candidate identifiers that this frame carries, best first; empty when the frame carries none. */
  identify(frame: Uint8Array, state: State, udp: boolean): readonly string[];
  /** Reply to a frame of an unknown or rejected device; null = no reply. Never an acceptance. */
  reject(frame: Uint8Array, state: State, udp: boolean): Uint8Array | null;
  decode(frame: Uint8Array, state: State, context: DecodeContext): Result<Decoded<State>, DecodeFailure>;
  encode(
    command: OutgoingCommand,
    device: DeviceProfile,
    state: State | null,
  ): Result<Uint8Array, EncodeFailure>;
  /** Reads a frame as the answer to a command; null = it is no answer. Unsolicited text is none. */
  answerOf(frame: Uint8Array, udp: boolean): CommandAnswer | null;
  /** Can this be the answer to that command? Of several the oldest that is not answered gets it. */
  isAnswerTo(answer: CommandAnswer, command: OutgoingCommand): boolean;
}

export interface HttpRequest {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly target: string;
  readonly contentType: string | null;
  /** The header, as it came. */
  readonly authorization?: string | null;
  readonly body: Uint8Array;
}
export interface HttpReply {
  readonly status: number;
  readonly body: string;
}
/** One request is one message. A `decode` failure is answered with status 400. */
export interface HttpProtocol extends ProtocolDescription {
  readonly kind: 'http';
  readonly maxBodyBytes: number;
  identify(request: HttpRequest): readonly string[];
  /** The secret by which a request proves that it is its device; null = none. */
  secretOf(request: HttpRequest): string | null;
  /** Answer to a request without an identifier or of an unknown device. */
  reject(request: HttpRequest): HttpReply;
  decode(request: HttpRequest, context: DecodeContext): Result<readonly DeviceRecord[], DecodeFailure>;
  /** Whether the answer to this request may carry a queued command. */
  takesCommand(request: HttpRequest): boolean;
  /** The answer once the records are stored, carrying the text of at most one queued command. */
  accept(command: string | null): HttpReply;
  encode(command: OutgoingCommand, device: DeviceProfile): Result<string, EncodeFailure>;
}

export type Protocol = StreamProtocol | HttpProtocol;
