import { HOUR_MS } from '@rastro/base';
import { attributeName, DRIVER_ATTRIBUTES, type Attributes } from '@rastro/fleet';
import { civilDay, startOfDay, type DemoVehicle } from '@rastro/simulator';

export interface DemoDriver {
  readonly name: string;
  /** As a tracker or a check-in reports it. */
  readonly uniqueId: string;
  readonly groupName: string;
  /** Name of the vehicle in weeks with an even number. */
  readonly vehicle: string;
  /** Days from now on until the licence ends; below 0 = it has ended. */
  readonly licenceDays: number;
}
/** Hours of a driver on a day, milliseconds since 1970. */
export interface Shift {
  readonly since: number;
  readonly until: number;
}

const SHIFT_HOURS = [4.4, 21.6] as const;
const FIRST =
  'Antônio Beatriz Cláudio Daniela Edson Fátima Geraldo Helena Ivan Joana Kléber Lúcia Marcos Neusa Otávio Patrícia Renato Sônia Tiago Vera Wagner Yara Zeca Adriana Bruno Célia Davi Eliane Flávio Graça'.split(
    ' ',
  );
const LAST =
  'Pereira Souza Nunes Rocha Carvalho Gonçalves Antunes Barros Freitas Teixeira Moreira Batista Campos Duarte Esteves Fontes Guerra Lacerda Machado Nogueira Pacheco Queiroz Ramos Siqueira Tavares Vieira Xavier Amaral Borges Couto'.split(
    ' ',
  );
/** Licenses that need attention soon; the others have years. */
const ENDING: Readonly<Record<number, number>> = { 2: 12, 5: 27, 9: -6, 17: 58, 23: 84 };
/** Vehicles in the yard, at sea or on four legs need no driver. */
const DRIVERLESS: ReadonlySet<DemoVehicle['category']> = new Set(['animal', 'person']);

/** Schedule of drivers: one for each vehicle, and neighbors of a group swap vehicles every week. */
export class DemoRoster {
  readonly drivers: readonly DemoDriver[];
  readonly #byVehicle = new Map<string, readonly [even: DemoDriver, odd: DemoDriver]>();

  constructor(fleet: readonly DemoVehicle[]) {
    const driven = fleet.filter(
      ({ habit, presence, category }) =>
        habit.kind !== 'parked' && presence !== 'never' && !DRIVERLESS.has(category),
    );
    this.drivers = driven.map(({ name, groupName }, at) => ({
      name: `${FIRST[at % FIRST.length] ?? ''} ${LAST[(at + Math.floor(at / FIRST.length) * 11) % LAST.length] ?? ''}`,
      uniqueId: `MOT-${at + 101}`,
      groupName,
      vehicle: name,
      licenceDays: ENDING[at] ?? 300 + ((at * 137) % 1500),
    }));
    for (const [at, own] of this.drivers.entries()) {
      const neighbour = this.drivers[at % 2 === 0 ? at + 1 : at - 1];
      const isNear = neighbour !== undefined && neighbour.groupName === own.groupName;
      this.#byVehicle.set(own.vehicle, [own, isNear ? neighbour : own]);
    }
  }

  /** @returns null = nobody drives it then. */
  driverAt(vehicle: string, instant: number): DemoDriver | null {
    const pair = this.#byVehicle.get(vehicle);
    const day = civilDay(instant);
    const { since, until } = shiftOf(day);
    return pair && instant >= since && instant < until ? (pair[Math.floor(day / 7) % 2] ?? null) : null;
  }

  /** Driver of a vehicle on a day. */
  driverOn(vehicle: string, day: number): DemoDriver | null {
    return this.driverAt(vehicle, shiftOf(day).since);
  }
}

export const shiftOf = (day: number): Shift => {
  const [since, until] = SHIFT_HOURS.map((hours) => startOfDay(day) + hours * HOUR_MS);
  return { since: since ?? 0, until: until ?? 0 };
};

/** Papers of a driver, as the product keeps them. */
export function papersOf({ uniqueId, licenceDays }: DemoDriver, brand: string, now: number): Attributes {
  const named = (key: keyof typeof DRIVER_ATTRIBUTES): string => attributeName(brand, DRIVER_ATTRIBUTES[key]);
  const number = Number(uniqueId.slice(4));
  return {
    [named('licence')]: `0412${String(number * 137_911)
      .padStart(8, '0')
      .slice(0, 8)}`,
    [named('category')]: number % 3 === 0 ? 'E' : 'B',
    [named('validity')]: new Date(now + licenceDays * 24 * HOUR_MS).toISOString().slice(0, 10),
  };
}
