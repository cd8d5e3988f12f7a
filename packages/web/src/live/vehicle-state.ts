/** The same rule as on the server. */
export { isMoving, VEHICLE_STATES, vehicleState, type VehicleState } from '@rastro/fleet';
