import { spentShare, type BudgetNow } from '@rastro/fleet/costs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { Figures, Rows } from '../figures.tsx';
import { useWidgetQuery } from '../use-widget-query.ts';
import { WidgetBody } from '../widget-body.tsx';
import { isMember, type Scope, type WidgetProps } from '../widget-props.ts';

const LIST = '/costs?tab=budgets';
const PAGE = 200;
const FULL = 100;

/** Budgets that are spent or will not suffice, and how much of each is spent, the fullest first. */
export function BudgetsWidget({ scope }: WidgetProps) {
  const { t } = useTranslation('overview');
  const { extension } = useServices();
  const format = useFormat();
  const query = useWidgetQuery(['budgets'], async ({ signal }) => {
    const found: BudgetNow[] = [];
    for (let after: string | null = ''; after !== null;) {
      const place: { after?: string } = after === '' ? {} : { after };
      const page = valueOf(await extension.costs.budgets({ limit: PAGE, ...place }, signal));
      found.push(...page.budgets);
      after = page.next;
    }
    return found;
  });
  const shown = (all: readonly BudgetNow[]) => all.filter((budget) => isOf(budget, scope));
  // The list knows no other vehicles than all.
  const to = scope.members === null ? LIST : null;
  return (
    <WidgetBody query={query} empty={t('overview:budgets.none')} isEmpty={(all) => shown(all).length === 0}>
      {(all) => {
        const budgets = shown(all).toSorted((a, b) => spentShare(b) - spentShare(a));
        const count = (isCounted: (budget: BudgetNow) => boolean): number => budgets.filter(isCounted).length;
        const over = count(({ alert }) => alert === 'over');
        const atRisk = count(({ alert }) => alert === 'near' || alert === 'forecast');
        return (
          <>
            <Figures
              figures={[
                {
                  name: t('overview:budgets.over'),
                  value: format.number(over),
                  to,
                  ...(over > 0 && { tone: 'bad' as const }),
                },
                {
                  name: t('overview:budgets.atRisk'),
                  value: format.number(atRisk),
                  to,
                  ...(atRisk > 0 && { tone: 'warning' as const }),
                },
              ]}
            />
            <Rows
              label={t('overview:kind.budgets')}
              rows={budgets.map((budget) => ({
                key: budget.id,
                name: budget.name,
                detail: t('overview:budgets.spent', {
                  percent: format.number(Math.round(spentShare(budget) * FULL)),
                  amount: format.money(budget.cents),
                }),
                to: `${LIST}&q=${encodeURIComponent(budget.name)}`,
              }))}
            />
          </>
        );
      }}
    </WidgetBody>
  );
}

/** Whether a budget is about the chosen vehicles: its vehicle or group was chosen, or all are. */
const isOf = ({ deviceId, groupId }: BudgetNow, scope: Scope): boolean =>
  scope.members === null || (deviceId > 0 && isMember(scope, deviceId)) || scope.groupIds.includes(groupId);
