import { ok } from '@rastro/base';
import type { Attributes, DeviceCommand, SavedCommand } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** A command to one device: a saved one by its id, or one made up on the spot. */
export type CommandOrder =
  | { readonly deviceId: number; readonly id: number }
  | {
      readonly deviceId: number;
      readonly type: string;
      readonly attributes: Attributes;
      /** By SMS, to the number of the device. */
      readonly textChannel?: true;
    };

/** @source docs/reference/tracking-api.md §3.13; `queue` and `cancel` are our own. */
export interface CommandCalls {
  /** Saved commands that this user may send to this device. */
  offered(deviceId: number, signal: AbortSignal): Promise<Answer<readonly SavedCommand[]>>;
  /** Command types that the device supports. */
  types(deviceId: number, signal: AbortSignal): Promise<Answer<readonly string[]>>;
  /** Queued = the device is not there; the command waits for it. */
  send(order: CommandOrder, signal: AbortSignal): Promise<Answer<'sent' | 'queued'>>;
  /** The last commands of a device with their life, newest first. */
  queue(deviceId: number, limit: number, signal: AbortSignal): Promise<Answer<readonly DeviceCommand[]>>;
  /** Takes one back while it is queued. */
  cancel(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

const ACCEPTED = 202;

export function commandCalls(caller: TrackingCaller): CommandCalls {
  return {
    offered: (deviceId, signal) => caller.json('GET /commands/send', { query: { deviceId } }, signal),
    types: async (deviceId, signal) => {
      const answer = await caller.json('GET /commands/types', { query: { deviceId } }, signal);
      return answer.ok ? ok(answer.value.map(({ type }) => type)) : answer;
    },
    send: async (order, signal) => {
      const answer = await caller.send('POST /commands/send', { json: order }, signal);
      return answer.ok ? ok(answer.value.status === ACCEPTED ? 'queued' : 'sent') : answer;
    },
    queue: (deviceId, limit, signal) =>
      caller.json('GET /commands/queue', { query: { deviceId, limit } }, signal),
    cancel: (id, signal) => caller.done('DELETE /commands/queue/:id', { params: { id } }, signal),
  };
}
