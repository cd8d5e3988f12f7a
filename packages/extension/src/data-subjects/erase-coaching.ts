import { readCoachingCase, type StoredCoachingCase } from '@rastro/fleet/schemas';

/** Case without the name of a user; null = it has none. Texts about a driver are the driver's. */
export function withoutUser(body: unknown, id: number): StoredCoachingCase | null {
  const stored = readCoachingCase(body);
  const nobody = `#${id}`;
  const { contest } = stored;
  const next: StoredCoachingCase = {
    ...stored,
    assigneeName: stored.assigneeId === id ? nobody : stored.assigneeName,
    contest: contest && {
      ...contest,
      byName: contest.byId === id ? nobody : contest.byName,
      answeredByName: contest.answeredById === id ? nobody : contest.answeredByName,
    },
  };
  return JSON.stringify(next) === JSON.stringify(stored) ? null : next;
}

/** Case without a driver: name, code and all that was written about them. Null = it is about somebody else. */
export function withoutDriver(
  body: unknown,
  driver: { readonly id: number; readonly uniqueId: string },
): StoredCoachingCase | null {
  const stored = readCoachingCase(body);
  if (driver.uniqueId === '' || stored.driverUniqueId !== driver.uniqueId) return null;
  const nobody = `#${driver.id}`;
  const { contest } = stored;
  return {
    ...stored,
    driverUniqueId: '',
    driverName: nobody,
    note: '',
    contest: contest && {
      ...contest,
      reason: '',
      answer: '',
      byName: contest.isByDriver ? nobody : contest.byName,
    },
  };
}
