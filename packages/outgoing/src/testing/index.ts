// For tests only: a mail server and web services that say what a script wants, and a picture.
export {
  startHttpSimulator,
  type HttpSimulator,
  type Script,
  type SeenRequest,
  type SimulatedAnswer,
} from './http-simulator.ts';
export { makePng } from './make-png.ts';
export { startSmtpSimulator, type SmtpSimulator } from './smtp-simulator.ts';
