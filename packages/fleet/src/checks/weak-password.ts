/** First guesses of an attacker: common words of our three languages, names, rows of keys, words of the trade. */
const COMMON: ReadonlySet<string> = new Set(
  `password passw0rd p@ssw0rd pass admin administrator administrador administradora root user usuario usuário guest
  convidado invitado test teste prueba demo login letmein welcome welcome1 bienvenido bienvenida benvindo bemvindo
  bem-vindo changeme default secret secreto segredo master system sistema server servidor qwerty qwertyuiop qwert
  qwerty1 qwerty123 azerty asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc 1q2w 1q2w3e 1q2w3e4r
  1q2w3e4r5t q1w2e3 q1w2e3r4 1qaz2wsx zaq12wsx qwe123 asd123 zxc123 abc123 abcd1234 a1b2c3 a1b2c3d4 123abc 123qwe
  1234qwer 12qw 123mudar mudar123 mudar mudarsenha senha senhas senha1 senha12 senha123 senha1234 minhasenha novasenha
  contrasena contraseña clave claves miclave clave123 acceso acesso entrar entrada passe passe123 palavra palavrapasse
  palavra-passe iloveyou teamo tequiero teadoro amor amorcito meuamor miamor euteamo minhavida mivida vida saudade
  deus deuse deusefiel deusfiel jesus jesuscristo jesus123 cristo senhor maria jose joao ana pedro paulo lucas mateus
  gabriel rafael daniel miguel carlos antonio francisco fernando ricardo rodrigo eduardo marcos felipe bruno juliana
  fernanda camila mariana beatriz gabriela isabela carolina amanda leticia sofia valentina camilo santiago sebastian
  nicolas mateo diego andres juan luis jorge manuel alejandro alejandra andrea paola lorena familia familia123 feliz
  felicidade felicidad esperanza esperança liberdade libertad princesa princess estrela estrella flor flores sol luna
  brasil brasil123 argentina mexico colombia chile peru portugal espana españa flamengo corinthians palmeiras santos
  saopaulo vasco gremio internacional cruzeiro botafogo fluminense atletico bahia boca bocajuniors river riverplate
  barcelona realmadrid madrid messi ronaldo ronaldinho neymar pele maradona futbol futebol football soccer baseball
  basketball hockey superman batman spiderman naruto pokemon pikachu dragon dragonball starwars matrix monkey shadow
  sunshine master1 killer hunter ranger ferrari porsche mustang harley yamaha honda toyota scania volvo mercedes
  iveco ford fiat volkswagen chevrolet caminhao caminhão camion camión carro coche auto moto motorista chofer
  conductor driver truck trucker frota flota fleet rastreador rastreamento rastreo rastro tracker tracking traccar gps
  gps123 gpstracker vehicle veiculo veículo vehiculo vehículo transporte transportes logistica logística empresa
  company office oficina escritorio computador computadora computer internet google facebook whatsapp samsung iphone
  apple android windows microsoft linux orange banana cookie coffee cafe chocolate cerveja cerveza pizza summer
  winter verano verao verão invierno inverno primavera otono outono january janeiro enero monday segunda lunes
  freedom whatever trustno1 access access14 flower michael jordan jennifer jessica ashley charlie thomas robert
  george andrew daniel1 joshua matthew william hello hello123 hola hola123 hallo oi oi123 ninja azul rojo vermelho
  blue green verde preto negro blanco branco silver gold ouro prata plata diamond diamante casa house home tigre
  tiger lion leao león perro gato cachorro dog cat buster pepper ginger summer1 soccer1 money dinheiro dinero sexo
  sexy gostosa gostoso lindo linda amigo amiga amigos bebe baby nenem filho filha hijo hija mama mamae mamãe papa
  papai mãe mae pai padre madre abuela avo vovo lovely loveme love lover forever`.split(/\s+/),
);
/** Words that stay common with a number after them. */
const ROOTS: ReadonlySet<string> = new Set(
  'password senha contrasena contraseña clave admin root user usuario test teste demo rastro traccar gps qwerty abc mudar'.split(
    ' ',
  ),
);
const FORWARDS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const ROWS = [...FORWARDS, ...FORWARDS.map((row) => row.split('').toReversed().join(''))];
const LONGEST_ROW = 20;

/** Details of an account: the first guesses of anybody who knows it. */
export interface PersonalDetails {
  readonly name: string;
  readonly email: string;
  readonly login: string | null;
}

/**
 * Is a password easy to guess: a common word, a row of keys, one repeated character, a day or year, or a detail of the
 * account?
 */
export function isWeakPassword(password: string, own: PersonalDetails): boolean {
  const text = password.trim().toLowerCase();
  const word = text.replace(/[\d!@#$%&*._-]+$/, '');
  return (
    COMMON.has(text) || ROOTS.has(word) || isPattern(text) || personalTerms(own).has(text.replaceAll(' ', ''))
  );
}

function isPattern(text: string): boolean {
  // "aaaa", "1212", "abcabc".
  if (text === '' || /^(.{1,4}?)\1+$/.test(text)) return true;
  if (text.length <= LONGEST_ROW && ROWS.some((row) => row.includes(text))) return true;
  // A year, or a date such as a birthday.
  return /^(19|20)\d\d$/.test(text) || /^[0-3]\d[01]\d(19|20)\d\d$/.test(text);
}

function personalTerms({ name, email, login }: PersonalDetails): ReadonlySet<string> {
  const names = [email, email.split('@')[0] ?? '', login ?? '', name, ...name.split(/\s+/)];
  return new Set(
    names.map((each) => each.trim().toLowerCase().replaceAll(' ', '')).filter((each) => each !== ''),
  );
}
