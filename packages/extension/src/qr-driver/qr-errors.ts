import type { ExtensionReply } from '../extension-route.ts';

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
/** Why a check-in is not done, in the form of the tracking API. */
export const qrErrors = {
  disabled: (): ExtensionReply => reply(403, 'Check in disabled - The administrator has turned it off'),
  codeOnly: (): ExtensionReply =>
    reply(403, 'Printed code needed - Check in with the code on the sheet in the vehicle'),
  noDriver: (): ExtensionReply => reply(403, 'No check in access - This account is no driver with access'),
  noVehicle: (): ExtensionReply => reply(404, 'Vehicle unknown - No vehicle of your company has this code'),
  unsafe: (): ExtensionReply =>
    reply(409, 'Vehicle unsafe - An inspection found a defect that has to be repaired first'),
  tooOld: (): ExtensionReply => reply(409, 'Check in too old - It was done more than a day ago'),
  clockAhead: (): ExtensionReply => reply(409, 'Clock wrong - The clock of the phone is ahead'),
  overtaken: (): ExtensionReply =>
    reply(409, 'Check in overtaken - Something newer has been done with this vehicle or by you'),
  nameTaken: (): ExtensionReply => reply(409, 'Username taken - Somebody else signs in with this name'),
  passwordMissing: (): ExtensionReply => reply(400, 'Password missing - A new access needs a password'),
  noPlace: (): ExtensionReply => reply(403, 'Manager access required - This account may not make accounts'),
  noDriverThere: (): ExtensionReply => reply(404, 'Driver unknown - There is no such driver'),
  tooManyCodes: (seconds: number): ExtensionReply => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: `Too many tries - Wait ${seconds} seconds`,
  }),
  longPeriod: (): ExtensionReply => reply(400, 'Period too long - Ask for 93 days at most'),
} as const;
