import { DeviceListPanel } from '../areas/devices/list/device-list-panel.tsx';
import { GroupFilter } from './group-filter.tsx';

/** The devices, and the groups by which they are filtered: two areas on one screen. */
export function DeviceListScreen() {
  return <DeviceListPanel groupFilter={GroupFilter} />;
}
