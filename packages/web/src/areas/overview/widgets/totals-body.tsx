import type { TotalsItem } from '@rastro/fleet';
import { TOTALS_FIGURES, type ComparedTotals, type FigureName } from '@rastro/fleet/figures';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { Period } from '../../../kernel/period/period.ts';
import { ContentView } from './content-view.tsx';
import { useTotals } from './use-totals.ts';
import { WidgetBody } from './widget-body.tsx';
import type { Scope } from './widget-props.ts';

export interface TotalsBodyProps {
  readonly kind: keyof typeof TOTALS_FIGURES;
  readonly scope: Scope;
  /** Report of what a figure counts, for the period that it was counted for. */
  readonly linkOf: (name: FigureName, period: Period) => string;
  /** Score of the same vehicles; absent = it is not shown. */
  readonly score?: ComparedTotals['score'];
  /** Text when there is nothing to show. */
  readonly empty?: { readonly text: string; readonly isEmpty: (totals: TotalsItem) => boolean };
}

/** Widget whose figures come from the report of totals. */
export function TotalsBody({ kind, scope, linkOf, empty, score = null }: TotalsBodyProps) {
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
      {({ totals, period }) => {
        const lengthMs = period.to.getTime() - period.from.getTime() + 1;
        return (
          <ContentView
            content={{ figures: TOTALS_FIGURES[kind]({ totals, before, lengthMs, score }), rows: [] }}
            label=""
            linkOf={({ name }) => (typeof name === 'string' ? linkOf(name, period) : null)}
          />
        );
      }}
    </WidgetBody>
  );
}
