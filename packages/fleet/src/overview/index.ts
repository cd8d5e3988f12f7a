export { encodeOverview, OVERVIEW_TYPE, type OverviewVehicle } from './encode.ts';
export { decodeOverview, type Overview } from './decode.ts';
export { OVERVIEW_FLAGS, type OverviewStyle } from './layout.ts';
