export type { RouterFault, RouterSimulator } from './faults.ts';
export { startGraphHopperSimulator } from './graphhopper.ts';
export { startOsrmSimulator } from './osrm.ts';
export { startValhallaSimulator } from './valhalla.ts';
export { startVroomSimulator } from './vroom.ts';
