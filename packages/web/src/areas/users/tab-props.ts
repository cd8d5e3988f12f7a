import type { UserWrite } from '@rastro/tracking-client';
import type { UserContext, UserProblem, UserValues } from './user-values.ts';

/** Props of every tab of the editor. */
export interface TabProps {
  readonly user: UserWrite;
  readonly values: UserValues;
  readonly problems: Readonly<Record<string, UserProblem>>;
  readonly context: UserContext;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<UserValues>) => void;
}
