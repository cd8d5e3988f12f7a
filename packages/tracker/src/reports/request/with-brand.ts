import { headOf, type BrandHeads } from '../../brands/brand-heads.ts';
import type { ReportJob } from './report-job.ts';

/** Heads printed reports with a brand; fields that it lacks are the installation's. */
export async function withBrand<J extends Pick<ReportJob, 'print'>>(
  brands: BrandHeads,
  job: J,
  owner: number,
): Promise<J> {
  const { name, colour } = headOf(brands, owner);
  const { print } = job;
  const logo = await brands.logoOf(owner);
  return { ...job, print: { ...print, brand: name ?? print.brand, colour: colour ?? print.colour, logo } };
}
