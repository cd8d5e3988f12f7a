import type { Maintenance, MaintenanceDue, NewService, ServiceEntry } from '@rastro/fleet';
import { useState } from 'react';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { checkDone, doneValues, newService } from './done-values.ts';
import { useAmounts } from './use-amounts.ts';
import { SERVICES_KEY } from './use-maintenances.ts';

const TOUCHES = { touches: SERVICES_KEY } as const;

/**
 * Records work as done with one click: today, at the vehicle's own readings. If the vehicle has none, or the user could
 * not take it back, the dialog asks first.
 */
export function useDone() {
  const { client } = useServices();
  const { may } = useRights();
  const amounts = useAmounts();
  const failureText = useFailureText();
  const [last, setLast] = useState<ServiceEntry | null>(null);
  const [asked, setAsked] = useState<MaintenanceDue | null>(null);
  const add = useWrite(
    (service: NewService, signal: AbortSignal) => client.services.add(service, signal),
    TOUCHES,
  );
  const remove = useWrite((id: number, signal: AbortSignal) => client.services.remove(id, signal), TOUCHES);
  const failed = add.failure ?? remove.failure;
  const markDone = (due: MaintenanceDue, maintenance: Maintenance): void => {
    const context = { ...amounts, now: Date.now() };
    const values = doneValues(maintenance, due, context);
    const isKnown = Object.keys(checkDone(maintenance, values, context)).length === 0;
    if (!isKnown || !may('maintenance.delete')) return setAsked(due);
    remove.forget();
    setLast(null);
    void add.run(newService(due, values, context)).then((answer) => {
      if (answer?.ok === true) setLast(answer.value);
    });
  };
  const undo = (): void => {
    if (last === null) return;
    void remove.run(last.id).then((answer) => answer?.ok === true && setLast(null));
  };
  return {
    last,
    asked,
    setAsked,
    markDone,
    undo,
    busy: add.busy || remove.busy,
    failure: failed === null ? null : failureText(failed),
  };
}
