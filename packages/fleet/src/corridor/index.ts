/** Whether a vehicle stays on the way that was drawn for it. */
export { corridorOf, type Corridor } from './corridor.ts';
export {
  followCorridor,
  type CorridorEvent,
  type CorridorRecord,
  type CorridorState,
  type FollowedCorridor,
} from './follow-corridor.ts';
