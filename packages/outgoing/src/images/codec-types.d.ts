declare module 'omggif' {
  export class GifReader {
    constructor(bytes: Uint8Array);
    readonly width: number;
    readonly height: number;
    decodeAndBlitFrameRGBA(frame: number, pixels: Uint8Array): void;
  }
}

/** Of the browser's names, the two that the codecs' types use. */
interface ImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: string;
}
declare namespace WebAssembly {
  interface Module {
    readonly compiled?: true;
  }
  const Module: new (bytes: Uint8Array) => Module;
}
