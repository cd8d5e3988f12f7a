import { z } from 'zod';
import type { NewWall, Wall } from '../../layouts/wall.ts';
import { instant, maybeInstant, shapeOf, string, whole, yesNo } from './shape.ts';

const wall = {
  id: whole(),
  name: string(),
  layoutIds: z.array(whole()),
  map: yesNo(),
  seconds: whole(),
  personal: yesNo(),
  expiration: instant(),
  createdTime: instant(),
  lastUsedTime: maybeInstant(),
};

export const WALL_ANSWERS = {
  Wall: shapeOf<Wall>()(wall),
  NewWall: shapeOf<NewWall>()({ ...wall, token: string() }),
};
