import { FIELD_LIMITS } from '@rastro/fleet';

export interface AccountDraft {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}
export interface SetupValues extends AccountDraft {
  readonly setupCode: string;
}
export type SetupField = keyof SetupValues;
/** Keys of the namespace `login`. */
type DraftProblem = 'nameShort' | 'emailShort' | 'passwordShort';
export type SetupProblem = DraftProblem | 'codeMissing';

const { name: NAME, email: EMAIL, password: PASSWORD } = FIELD_LIMITS.user;

/** The rules of the user form. @source docs/reference/requirements.md SPEC §5 "User form" */
export function checkAccountDraft(values: AccountDraft): Partial<Record<keyof AccountDraft, DraftProblem>> {
  return {
    ...(values.name.trim().length < NAME.min && { name: 'nameShort' }),
    ...(values.email.trim().length < EMAIL.min && { email: 'emailShort' }),
    ...(values.password.length < PASSWORD.min && { password: 'passwordShort' }),
  };
}

export function checkSetup(values: SetupValues): Partial<Record<SetupField, SetupProblem>> {
  return {
    ...checkAccountDraft(values),
    ...(values.setupCode.trim() === '' && { setupCode: 'codeMissing' }),
  };
}

export interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}
export function checkNewPassword({
  password,
  confirmation,
}: NewPassword): Partial<Record<keyof NewPassword, 'passwordShort' | 'passwordDiffers'>> {
  return {
    ...(password.length < PASSWORD.min && { password: 'passwordShort' }),
    ...(password !== confirmation && { confirmation: 'passwordDiffers' }),
  };
}
