import type { Attributes, CommandStatus } from '@rastro/fleet';

/** A command on its way to a device, or what became of it. Times are milliseconds since 1970, UTC. */
export interface StoredCommand {
  readonly id: number;
  readonly deviceId: number;
  /** 0 = the server itself, for a notification rule or a geofence. */
  readonly userId: number;
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: Attributes;
  readonly status: CommandStatus;
  readonly createdAt: number;
  /** Number.MAX_SAFE_INTEGER = never. */
  readonly expiresAt: number;
  readonly sentAt: number | null;
  readonly changedAt: number;
  readonly result: string | null;
  readonly reason: string | null;
}
export interface CommandQuery {
  readonly deviceId: number;
  readonly limit: number;
  readonly offset: number;
}

export interface CommandStorage {
  /** All or nothing. @returns the new ids, in the order given. */
  insertCommands(commands: readonly Omit<StoredCommand, 'id'>[]): Promise<readonly number[]>;
  /** Replaces status, sentAt, changedAt, result and reason. */
  updateCommand(command: StoredCommand): Promise<void>;
  /** The same, if the command has a status. @returns false = another process has changed it, so nothing is changed. */
  claimCommand(command: StoredCommand, replaces: CommandStatus): Promise<boolean>;
  commandById(id: number): Promise<StoredCommand | null>;
  /** Of one device, newest first. */
  commands(query: CommandQuery): Promise<readonly StoredCommand[]>;
  /**
   * Commands in progress: queued and sending, and those sent since an instant without being confirmed; oldest first.
   */
  openCommands(sentSince: number): Promise<readonly StoredCommand[]>;
  /** Deletes some commands that began before an instant and are over; call it repeatedly. */
  removeCommandsBefore(instant: number): Promise<void>;
}
