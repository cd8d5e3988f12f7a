export {
  boxesMeet,
  HEAD_BYTES,
  MAX_ATTRIBUTES,
  type TrackBox,
  type TrackChunk,
  type TrackHead,
  type TrackValues,
} from './chunk.ts';
export { DayTrack, type DayStretches, type TrackRecord } from './day-track.ts';
export { decodeTrack, decodeTrackHead } from './decode.ts';
export { encodeLevel, encodeTrack } from './encode.ts';
export { frameTrack, TRACK_TYPE, TrackFrames } from './frames.ts';
export { type TrackAnnotation, type TrackAnnotationKind } from './track-annotations.ts';
export { SPEED_CLASSES, SPEED_COLOURS } from './speed-classes.ts';
export {
  COARSEST,
  levelOfZoom,
  pointsOfLevel,
  TRACK_FLAGS,
  TRACK_LEVELS,
  type TrackPoints,
} from './track-points.ts';
