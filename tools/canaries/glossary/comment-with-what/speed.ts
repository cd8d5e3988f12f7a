/** What a vehicle drives. */
export const speed = 1;
