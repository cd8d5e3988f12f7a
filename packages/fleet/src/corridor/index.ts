/** Whether a vehicle stays on the way that was planned for it. */
export { corridorOf, longestPieceM, type Corridor } from './corridor.ts';
export {
  followCorridor,
  ON_THE_WAY,
  type CorridorEvent,
  type CorridorState,
  type FollowedCorridor,
} from './follow-corridor.ts';
