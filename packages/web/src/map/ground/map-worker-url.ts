// oxlint-disable-next-line import/default -- The build makes an address of it.
import url from './map-worker.ts?worker&url';

export const mapWorkerUrl = url;
