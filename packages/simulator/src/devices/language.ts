import type { Report } from './report.ts';

/** A server message as the device understands it. */
export type ServerMessage =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused' }
  /** `token` names what was acknowledged, as the message to confirm it gave. */
  | { readonly kind: 'acknowledged'; readonly token: number }
  | {
      readonly kind: 'command';
      readonly text: string;
      /** Formats the result of `obey` in the device's language; `report` = present state. Empty = no answer. */
      readonly answer: (text: string, report: Report) => Uint8Array;
    };

/** Bytes to send, and how they are confirmed. */
export interface Message {
  readonly bytes: Uint8Array;
  /** Number of the oldest reports that it carries. */
  readonly reports: number;
  /** Confirmed by this token; null = nothing confirms it: what the link took counts as delivered. */
  readonly token: number | null;
}

/** One connection from the device's side: counts serials, buffers partial messages of the server. */
export interface Conversation {
  /** The first message; null = the language has no login. */
  login(): Uint8Array | null;
  /** The oldest reports, as many as fit one message. `reports` is not empty. */
  pack(reports: readonly Report[]): Message;
  /** Keeps the connection alive and, where the language can, sends the state of the vehicle. */
  heartbeat(report: Report): Message;
  receive(bytes: Uint8Array): readonly ServerMessage[];
}

/** Functions of a vehicle that a command can use. */
export interface Controls {
  readonly report: Report;
  readonly cutEngine: (cut: boolean) => void;
}

/** Language of a make of device over TCP or UDP. */
export interface DeviceLanguage {
  readonly protocol: string;
  converse(uniqueId: string): Conversation;
  /** Executes a command. @returns the answer in the device's language. */
  obey(command: string, controls: Controls): string;
}
