import type { Attributes } from './attributes.ts';

/** Every command type of the tracking API. @source docs/reference/tracking-api.md §2.10 */
export const COMMAND_TYPES = [
  'custom',
  'deviceIdentification',
  'positionSingle',
  'positionPeriodic',
  'positionStop',
  'engineStop',
  'engineResume',
  'alarmArm',
  'alarmDisarm',
  'alarmDismiss',
  'setTimezone',
  'requestPhoto',
  'powerOff',
  'rebootDevice',
  'factoryReset',
  'sendSms',
  'sendUssd',
  'sosNumber',
  'silenceTime',
  'setPhonebook',
  'message',
  'voiceMessage',
  'outputControl',
  'voiceMonitoring',
  'setAgps',
  'setIndicator',
  'configuration',
  'getVersion',
  'firmwareUpdate',
  'setConnection',
  'setOdometer',
  'getModemStatus',
  'getDeviceStatus',
  'setSpeedLimit',
  'modePowerSaving',
  'modeDeepSleep',
  'videoStart',
  'videoStop',
  'alarmGeofence',
  'alarmBattery',
  'alarmSos',
  'alarmRemove',
  'alarmClock',
  'alarmSpeed',
  'alarmFall',
  'alarmVibration',
] as const;

/**
 * Status of a command. `waiting` = it locks, and the vehicle is not known to be stationary yet; `sending` = being
 * written at this moment; `sent` = written to the connection; `unanswered` = sent, and the device has not answered in
 * time; `accepted` = the device answered; `confirmed` = the vehicle's own report shows it; `unknown` = it may or may
 * not have reached the device, and is never sent again.
 */
export const COMMAND_STATUSES = [
  'queued',
  'waiting',
  'sending',
  'sent',
  'unanswered',
  'accepted',
  'confirmed',
  'failed',
  'expired',
  'cancelled',
  'unknown',
] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

/** A command on its way to a device, or its trace. Our own; the tracking API shows only its first fields. */
export interface DeviceCommand {
  readonly id: number;
  readonly deviceId: number;
  readonly type: string;
  /** True = by SMS. */
  readonly textChannel: boolean;
  readonly attributes: Attributes;
  /** Title of the saved command; null = made up on the spot. */
  readonly description: string | null;
  /** Sender; 0 = a notification rule. */
  readonly userId: number;
  readonly status: CommandStatus;
  /** ISO 8601 UTC, as all instants here. */
  readonly createdTime: string;
  /** Not sent after this; null = it waits for as long as it takes, as in a Traccar. */
  readonly expirationTime: string | null;
  readonly sentTime: string | null;
  readonly changedTime: string;
  /** Answer of the device. */
  readonly result: string | null;
  /** Why it failed or is unknown. */
  readonly reason: string | null;
}

/** A command saved to be sent again. @source docs/reference/tracking-api.md §2.9 */
export interface SavedCommand {
  readonly id: number;
  /** Always 0: a saved command is of no device until it is sent. Clients of the tracking API expect it. */
  readonly deviceId: number;
  readonly attributes: Attributes;
  /** Its title. */
  readonly description: string;
  readonly type: string;
  /** True = by SMS. */
  readonly textChannel: boolean;
}
