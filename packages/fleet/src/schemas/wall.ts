import { z } from 'zod';
import { LANGUAGES } from '../languages/language.ts';
import { DEFAULT_LAYOUT_ID, WALL_LIMITS } from '../layouts/wall.ts';
import { LAYOUT_LIMITS } from '../layouts/layout.ts';
import { isTimeZone } from '../preferences/time-zone.ts';
import { flag, instant, text } from './fields.ts';

const layoutIds = z
  .array(z.int().min(DEFAULT_LAYOUT_ID))
  .max(LAYOUT_LIMITS.layouts + 1)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'has an id twice' });
const { min, max } = WALL_LIMITS.seconds;
const seconds = z.int().min(min).max(max);
const zone = z.string().refine(isTimeZone, { message: 'is no time zone' });

/** A new wall. */
export const wallBody = z
  .strictObject({
    name: text(WALL_LIMITS.name),
    layoutIds,
    map: flag().default(false),
    seconds,
    /** Names and licences of drivers are shown. */
    personal: flag().default(false),
    expiration: instant().pipe(z.string('is missing')),
    /** A login token of the caller, which ends with the wall: with it the figures are read. */
    loginToken: z.string().min(1).max(WALL_LIMITS.loginToken),
    /** Zone and language of the page that makes it; they count where neither account nor installation has any. */
    zone,
    language: z.enum(LANGUAGES),
  })
  .refine(
    (wanted) => wanted.layoutIds.length > 0 || wanted.map,
    'layoutIds: an overview or the map is needed',
  )
  .meta({ title: 'WallBody' });
export type WallBody = z.output<typeof wallBody>;

/** A wall as it is stored; instants are milliseconds since 1970. */
const storedWall = z.object({
  id: z.int().positive(),
  name: z.string(),
  layoutIds: z.array(z.int()),
  map: z.boolean(),
  seconds: z.int(),
  personal: z.boolean(),
  createdAt: z.int(),
  endsAt: z.int(),
  zone: z.string(),
  language: z.enum(LANGUAGES),
  /** Hash of what its link opens it with. */
  hash: z.string(),
  /** The login token, readable to nobody without the key of the installation. */
  sealed: z.string(),
});
export type StoredWall = z.output<typeof storedWall>;

/** Walls of a user; `next` is never given twice. */
export const storedWalls = z.object({
  next: z.int().positive().default(1),
  walls: z.array(storedWall).default([]),
});
export type StoredWalls = z.output<typeof storedWalls>;

/** By the hash of its link: whose wall it is. */
export const storedWallToken = z.object({ userId: z.int().positive(), id: z.int().positive() });
/** Last time a screen asked, apart from the wall: it is written while it hangs. */
export const storedWallUse = z.object({ usedAt: z.int() });
