import type { Attributes } from './attributes.ts';

/** Every command type of the tracking API. @source reference/tracking-api.md §2.10 */
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

/** A command kept to be sent again. @source reference/tracking-api.md §2.9 */
export interface SavedCommand {
  readonly id: number;
  readonly attributes: Attributes;
  /** Its title. */
  readonly description: string;
  readonly type: string;
  /** True = by SMS. */
  readonly textChannel: boolean;
}
