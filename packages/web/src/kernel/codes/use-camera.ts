import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/** The part in use; not every browser has it. @source W3C "Accelerated Shape Detection in Images" */
interface CodeReader {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  interface Window {
    readonly BarcodeDetector?: new (options: { readonly formats: readonly string[] }) => CodeReader;
  }
}

const SCAN_MS = 250;

/** Whether this browser reads codes out of the picture of a camera. */
export const hasCodeReader = (): boolean =>
  window.BarcodeDetector !== undefined && 'mediaDevices' in navigator;

/** The camera behind the phone, for as long as the screen is open, and the codes that it sees. */
export function useCamera(onFound: (text: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly isDenied: boolean;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [isDenied, setDenied] = useState(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const Reader = window.BarcodeDetector;
    if (Reader === undefined) return undefined;
    const reader = new Reader({ formats: ['qr_code'] });
    let stream: MediaStream | null = null;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scan = async (): Promise<void> => {
      const [first] = video.current === null ? [] : await reader.detect(video.current);
      if (isOver) return;
      if (first !== undefined) found(first.rawValue);
      timer = setTimeout(() => void scan().catch(onFailure), SCAN_MS);
    };
    const onFailure = (error: unknown): void => {
      if (isOver) return;
      console.warn('Cannot use the camera', error);
      setDenied(true);
    };
    const start = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || video.current === null) return stop(stream);
      video.current.srcObject = stream;
      await video.current.play();
      await scan();
    };
    start().catch(onFailure);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop(stream);
    };
  }, []);
  return { video, isDenied };
}

const stop = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => track.stop());
