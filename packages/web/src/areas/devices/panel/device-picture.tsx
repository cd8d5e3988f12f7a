import { DEVICE_ATTRIBUTES, type Device } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Counts the pictures sent from this page: the name of the file stays, its content does not. */
export const pictureKey = (deviceId: number) => ['picture', deviceId] as const;

/** Address of a device's picture; null = it has none. */
export function usePictureUrl({ id, uniqueId, attributes }: Device): string | null {
  const { data: version } = useQuery({ queryKey: pictureKey(id), queryFn: () => 0, staleTime: Infinity });
  const file = attributes[DEVICE_ATTRIBUTES.image];
  if (typeof file !== 'string' || !/^[\w-]+\.\w+$/.test(file)) return null;
  // A guest does not get the identifier.
  const path = uniqueId === '' ? `devices/${id}/image` : `media/${encodeURIComponent(uniqueId)}/${file}`;
  return `/api/${path}?v=${version ?? 0}`;
}

export interface DevicePictureProps {
  readonly device: Device;
  readonly alt: string;
  readonly className?: string | undefined;
}

/** The picture of a vehicle; nothing when there is none or it cannot be read. */
export function DevicePicture({ device, alt, className }: DevicePictureProps) {
  const url = usePictureUrl(device);
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || broken === url) return null;
  return <img src={url} alt={alt} className={className} loading="lazy" onError={() => setBroken(url)} />;
}
