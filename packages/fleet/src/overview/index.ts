export { OVERVIEW_TYPE, OverviewWriter, type OverviewVehicle } from './encode.ts';
export { decodeOverview, type Overview } from './decode.ts';
export { OVERVIEW_FLAGS, type OverviewStyle } from './layout.ts';
