/** Orders: work at a place for a customer, and what happens to it. */
export {
  FAILURE_REASONS,
  isOpenOrder,
  MAX_IMPORTED_ORDERS,
  OPEN_ORDER_STATES,
  ORDER_STATES,
  ORDER_STEP_KINDS,
  ORDER_STEP_SOURCES,
  type FailureReason,
  type RoadOrder,
  type OrderContact,
  type OrderContent,
  type RoadOrderDetail,
  type OrderImport,
  type OrderPage,
  type OrderPlace,
  type OrderState,
  type OrderStep,
  type OrderStepKind,
  type OrderStepSource,
} from './order.ts';
export { stepOrder, type NewOrderStep, type SteppedOrder } from './step-order.ts';
