import { useOwnAttribute } from '../../kernel/use-own-attribute.ts';

export interface DriverLineControl {
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
}

/** Whether rows of the list name the driver; with the account, so that it is so on every machine. */
export function useDriverLine(): DriverLineControl {
  const { value, save } = useOwnAttribute('listDriver', 'listDriver');
  return { isShown: value === '1', show: (isShown) => void save(isShown ? '1' : '') };
}
