import { createContext, useContext } from 'react';
import type { Period, PeriodChoice } from '../../kernel/period/period.ts';

/** All that the widgets of an overview have in common. */
export interface OverviewScope {
  readonly choice: PeriodChoice;
  readonly period: Period;
  /** The period that figures are compared with. */
  readonly compared: Period;
  readonly groupIds: readonly number[];
}

const Context = createContext<OverviewScope | null>(null);
export const OverviewScopeProvider = Context.Provider;

export function useOverviewScope(): OverviewScope {
  const scope = useContext(Context);
  if (scope === null) throw new Error('Cannot use the scope of an overview outside one');
  return scope;
}
