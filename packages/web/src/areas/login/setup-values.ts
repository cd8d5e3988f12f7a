export interface SetupValues {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly setupCode: string;
}
export type SetupField = keyof SetupValues;
/** Keys of the namespace `login`. */
export type SetupProblem = 'nameShort' | 'emailShort' | 'passwordShort' | 'codeMissing';

const MIN_NAME = 3;
const MIN_EMAIL = 4;
const MIN_PASSWORD = 4;

/** The rules of the user form. @source SPEC §5 "User form" */
export function checkSetup(values: SetupValues): Partial<Record<SetupField, SetupProblem>> {
  return {
    ...(values.name.trim().length < MIN_NAME && { name: 'nameShort' }),
    ...(values.email.trim().length < MIN_EMAIL && { email: 'emailShort' }),
    ...(values.password.length < MIN_PASSWORD && { password: 'passwordShort' }),
    ...(values.setupCode.trim() === '' && { setupCode: 'codeMissing' }),
  };
}
