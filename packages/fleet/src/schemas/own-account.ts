import { z } from 'zod';
import { ignoring, text } from './fields.ts';

/** Read at the gateway, which counts wrong ones. */
const currentPassword = z.string('is missing').min(1, 'is missing').max(1024);

/** Actions that ask for the password again, so that nobody does them at an unattended screen. */
export const confirmedBody = ignoring([], z.strictObject({ currentPassword }));
/** A key that its owner has added to an authenticator app: the current code proves it. */
export const oneTimeKeyBody = ignoring(
  [],
  z.strictObject({
    currentPassword,
    key: z
      .string('is missing')
      .trim()
      .toUpperCase()
      .regex(/^[A-Z2-7]{16,64}$/, 'is no base32 key'),
    code: text(16),
  }),
);
