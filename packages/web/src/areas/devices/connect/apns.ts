/** APN of an operator, as its SIM cards for data and machines use it. */
export interface OperatorApn {
  readonly country: string;
  readonly operator: string;
  readonly apn: string;
  readonly user: string;
  readonly secret: string;
}

const of = (country: string, operator: string, apn: string, user = '', secret = user): OperatorApn => ({
  country,
  operator,
  apn,
  user,
  secret,
});

/**
 * Access points that well-known operators publish for their customers. A SIM for machines may have its own: every field
 * can be changed.
 * @source mobile-broadband-provider-info (public domain), serviceproviders.xml; for M2M the operators' own pages
 */
export const OPERATOR_APNS: readonly OperatorApn[] = [
  of('BR', 'Vivo', 'zap.vivo.com.br', 'vivo'),
  of('BR', 'Vivo M2M', 'smart.m2m.vivo.com.br', 'vivo'),
  of('BR', 'Claro', 'claro.com.br', 'claro'),
  of('BR', 'TIM', 'timbrasil.br', 'tim'),
  of('BR', 'Algar', 'algar.br', 'algar'),
  of('BR', 'Arqia', 'm2m.arqia.br', 'arqia'),
  of('AR', 'Claro', 'igprs.claro.com.ar', 'clarogprs', 'clarogprs999'),
  of('AR', 'Personal', 'datos.personal.com', 'datos'),
  of('CL', 'Claro', 'bap.clarochile.cl', 'clarochile'),
  of('CO', 'Claro', 'internet.comcel.com.co'),
  of('CO', 'Movistar', 'internet.movistar.com.co', 'movistar'),
  of('CO', 'Tigo', 'web.colombiamovil.com.co'),
  of('EC', 'Claro', 'internet.claro.com.ec'),
  of('EC', 'Movistar', 'internet.movistar.com.ec', 'movistar'),
  of('MX', 'Movistar', 'internet.movistar.mx', 'movistar'),
  of('MX', 'Telcel', 'internet.itelcel.com', 'webgprs', 'webgprs2002'),
  of('PE', 'Claro', 'claro.pe'),
  of('PE', 'Entel', 'entel.pe'),
  of('PE', 'Movistar', 'movistar.pe', 'movistar@datos', 'movistar'),
];
