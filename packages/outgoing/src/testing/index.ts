// For tests only: a scripted mail server and web services, and a picture.
export { readPdf, type ReadPdf } from './read-pdf.ts';
export {
  startHttpSimulator,
  type HttpSimulator,
  type Script,
  type SeenRequest,
  type SimulatedAnswer,
} from './http-simulator.ts';
export { makePng } from './make-png.ts';
export { startSmtpSimulator, type SmtpSimulator } from './smtp-simulator.ts';
export { SimAccount, type SimEvent, type SimPayment } from './asaas/asaas-account.ts';
export {
  AsaasSimulator,
  startAsaasSimulator,
  type AsaasFault,
  type AsaasRequest,
  type RunningAsaas,
} from './asaas/asaas-simulator.ts';
export {
  startGraphHopperSimulator,
  startOsrmSimulator,
  startValhallaSimulator,
  startVroomSimulator,
  type RouterFault,
  type RouterSimulator,
} from './routing/index.ts';
