import type { TotalsItem } from '@rastro/fleet';
import type { ReactNode } from 'react';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { Period } from '../../../kernel/period/period.ts';
import { Figures, type Figure } from './figures.tsx';
import { useTotals } from './use-totals.ts';
import { WidgetBody } from './widget-body.tsx';
import type { Scope } from './widget-props.ts';

/** Totals of the vehicles, of the period that they were counted for, and of the one before. */
export interface ComparedTotals {
  readonly totals: TotalsItem;
  readonly period: Period;
  /** Undefined = not known yet. */
  readonly before: TotalsItem | undefined;
}
export interface TotalsBodyProps {
  readonly scope: Scope;
  readonly figuresOf: (totals: ComparedTotals) => readonly Figure[];
  /** Text when there is nothing to show. */
  readonly empty?: { readonly text: string; readonly isEmpty: (totals: TotalsItem) => boolean };
  readonly children?: (totals: ComparedTotals) => ReactNode;
}

/** Widget whose figures come from the report of totals. */
export function TotalsBody({ scope, figuresOf, empty, children }: TotalsBodyProps) {
  const format = useFormat();
  const { now, before } = useTotals(scope);
  const first = format.dayOf(scope.period.from.getTime());
  const last = format.dayOf(scope.period.to.getTime());
  return (
    <WidgetBody
      query={now}
      empty={empty?.text ?? null}
      isEmpty={({ totals }) => empty?.isEmpty(totals) === true}
      when={first === last ? first : `${first} – ${last}`}
    >
      {({ totals, period }) => (
        <>
          <Figures figures={figuresOf({ totals, period, before })} />
          {children?.({ totals, period, before })}
        </>
      )}
    </WidgetBody>
  );
}
