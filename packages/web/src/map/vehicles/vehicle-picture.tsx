import { useEffect, useRef } from 'react';
import { DEVICE_CATEGORIES, type Device } from '@rastro/fleet';
import { categoryIndex, vehicleColours } from '../../live/vehicle-style.ts';
import { paintIcon } from './icon-image.ts';

/** The icon of a vehicle as it looks on the map, for lists and menus. Decoration: the name stands next to it. */
export function VehiclePicture({
  device,
  brand,
  sizePx = 32,
}: {
  readonly device: Pick<Device, 'category' | 'attributes' | 'status'>;
  readonly brand: string;
  readonly sizePx?: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const category = DEVICE_CATEGORIES[categoryIndex(device.category)] ?? 'default';
  const [body, extra] = vehicleColours(device, brand);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    const sharpPx = Math.round(sizePx * Math.min(3, window.devicePixelRatio));
    context.canvas.width = sharpPx;
    context.canvas.height = sharpPx;
    context.drawImage(paintIcon(category, [body, extra], sharpPx), 0, 0);
  }, [category, body, extra, sizePx]);
  return <canvas ref={canvas} aria-hidden="true" style={{ width: sizePx, height: sizePx }} />;
}
