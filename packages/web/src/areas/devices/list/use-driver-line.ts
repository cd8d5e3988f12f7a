import { useOwnAttribute } from '../../../kernel/use-own-attribute.ts';

export interface DriverLineControl {
  readonly isVisible: boolean;
  readonly show: (isVisible: boolean) => void;
}

/** Whether rows of the list name the driver; with the account, so that it is so on every machine. */
export function useDriverLine(): DriverLineControl {
  const { value, save } = useOwnAttribute('listDriver', 'listDriver');
  return { isVisible: value === '1', show: (isVisible) => void save(isVisible ? '1' : '') };
}
