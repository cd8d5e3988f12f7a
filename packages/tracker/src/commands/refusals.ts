import type { EncodeFailure } from '@rastro/protocols';
import type { CommandRefusal } from '../messages/topics.ts';

/** Why a command cannot be sent, one maker each. @source reference/tracking-api.md §1.6 */
export const refusal = {
  noDevice: (): CommandRefusal => ({
    code: 'DEVICE_ACCESS_DENIED',
    explanation: 'Device not found or not yours',
  }),
  notConnected: (): CommandRefusal => ({
    code: 'DEVICE_NOT_CONNECTED',
    explanation: 'The device is not connected now',
  }),
  queueFull: (most: number): CommandRefusal => ({
    code: 'COMMAND_QUEUE_FULL',
    explanation: `${most} commands wait for this device already`,
  }),
  notSupported: (type: string, protocol: string | null): CommandRefusal => ({
    code: 'COMMAND_NOT_SUPPORTED',
    explanation: `${type} is not supported ${protocol === null ? 'by SMS' : `in protocol ${protocol}`}`,
  }),
  customForbidden: (): CommandRefusal => ({
    code: 'CUSTOM_COMMANDS_FORBIDDEN',
    explanation: 'This server sends no commands of free text for this account',
  }),
  vehicleMoving: (): CommandRefusal => ({
    code: 'VEHICLE_MOVING',
    explanation: 'The vehicle is not known to stand; lockNow locks it all the same',
  }),
  badInput: (explanation: string): CommandRefusal => ({ code: 'INVALID_DATA', explanation }),
  notSent: (explanation: string): CommandRefusal => ({ code: 'COMMAND_NOT_SENT', explanation }),
  smsOff: (): CommandRefusal => ({
    code: 'SMS_NOT_CONFIGURED',
    explanation: 'This server has no SMS gateway',
  }),
  noPhone: (): CommandRefusal => ({
    code: 'DEVICE_WITHOUT_PHONE',
    explanation: 'The device has no phone number',
  }),
  ofEncoder: (failure: EncodeFailure, protocol: string): CommandRefusal =>
    failure.code === 'UNSUPPORTED_COMMAND'
      ? refusal.notSupported(failure.type, protocol)
      : refusal.badInput(`attributes.${failure.parameter}: ${failure.detail}`),
};
