// Writes into a ring until it is killed, and names what is on the disk. Argument: folder of the ring.
import { BundleRing } from '../src/nats/index.ts';

const ring = await BundleRing.open({ folder: process.argv[2] ?? '', segmentBytes: 200_000, segments: 50 });
process.stdout.write(`${ring.life}\n`);
for (let number = 1; ; number++) {
  await Promise.all(
    Array.from({ length: 8 }, async (_, partition) => {
      await ring.append(partition, number, Buffer.alloc(1000, number));
      process.stdout.write(`${partition} ${number}\n`);
    }),
  );
}
