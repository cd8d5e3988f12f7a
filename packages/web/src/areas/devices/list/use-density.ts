import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';

/** Amount of detail in a row of the list; stored with the account, so that it is the same on every machine. */
export const DENSITIES = ['roomy', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];
/** Three lines, or the name and the place. */
export const ROW_PX = { roomy: 72, compact: 48 } as const satisfies Record<Density, number>;

export interface DensityControl {
  readonly density: Density;
  readonly choose: (density: Density) => void;
}

export function useDensity(): DensityControl {
  const { value, save } = useOwnAttribute('listDensity', 'listDensity');
  return {
    density: DENSITIES.find((name) => name === value) ?? 'roomy',
    choose: (density) => void save(density),
  };
}
