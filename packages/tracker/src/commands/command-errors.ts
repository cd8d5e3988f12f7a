import type { EncodeFailure } from '@rastro/protocols';
import type { CommandError } from '../messages/topics.ts';

/** Why a command cannot be sent, one maker each. @source docs/reference/tracking-api.md §1.6 */
export const commandErrors = {
  noDevice: (): CommandError => ({
    code: 'DEVICE_ACCESS_DENIED',
    explanation: 'Device not found or not yours',
  }),
  notConnected: (): CommandError => ({
    code: 'DEVICE_NOT_CONNECTED',
    explanation: 'The device is not connected now',
  }),
  queueFull: (limit: number): CommandError => ({
    code: 'COMMAND_QUEUE_FULL',
    explanation: `${limit} commands wait for this device already`,
  }),
  notSupported: (type: string, protocol: string | null): CommandError => ({
    code: 'COMMAND_NOT_SUPPORTED',
    explanation: `${type} is not supported ${protocol === null ? 'by SMS' : `in protocol ${protocol}`}`,
  }),
  customForbidden: (): CommandError => ({
    code: 'CUSTOM_COMMANDS_FORBIDDEN',
    explanation: 'This server sends no commands of free text for this account',
  }),
  vehicleMoving: (): CommandError => ({
    code: 'VEHICLE_MOVING',
    explanation: 'The vehicle is not known to stand; lockNow locks it all the same',
  }),
  badInput: (explanation: string): CommandError => ({ code: 'INVALID_DATA', explanation }),
  notSent: (explanation: string): CommandError => ({ code: 'COMMAND_NOT_SENT', explanation }),
  smsOff: (): CommandError => ({
    code: 'SMS_NOT_CONFIGURED',
    explanation: 'This server has no SMS gateway',
  }),
  noPhone: (): CommandError => ({
    code: 'DEVICE_WITHOUT_PHONE',
    explanation: 'The device has no phone number',
  }),
  ofEncoder: (failure: EncodeFailure, protocol: string): CommandError =>
    failure.code === 'UNSUPPORTED_COMMAND'
      ? commandErrors.notSupported(failure.type, protocol)
      : commandErrors.badInput(`attributes.${failure.parameter}: ${failure.detail}`),
};
