import type { ReportItems } from './answers/reports.ts';

/** Items that are of use outside their report, by name. */
export type TripItem = ReportItems['trips'];
export type StopItem = ReportItems['stops'];
export type SummaryItem = ReportItems['summary'];
export type EventItem = ReportItems['events'];
export type IdleItem = ReportItems['idle'];
export type DriverItem = ReportItems['drivers'];
export type FuelingItem = ReportItems['fuelings'];
export type TotalsItem = ReportItems['totals'];
export type DrivingEventItem = ReportItems['harsh'];
export type ScoreItem = ReportItems['scores'];
