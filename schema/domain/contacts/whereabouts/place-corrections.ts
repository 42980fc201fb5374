/**
 * Corrections of the city list (city-timezones 1.3.4), by country (ISO 3166), then province and city as the list spells
 * them; without a city, of the whole province, and without a province, of the whole country. Later rows win.
 *
 * Sources: tzdata 2026f, whose file "zone1970.tab" and comments name the provinces of each zone; for people, GeoNames.
 */
export const PLACE_CORRECTIONS: readonly {
  country: string
  province?: string
  city?: string
  timeZone?: string
  people?: number
  because: string
}[] = [
  {
    country: 'CN',
    timeZone: 'Asia/Shanghai',
    because: 'all of China keeps Beijing time; many cities are listed with Xinjiang’s',
  },
  { country: 'CN', province: 'Xinjiang Uygur', timeZone: 'Asia/Urumqi', because: 'the zone of Xinjiang' },
  {
    country: 'CL',
    province: 'Magallanes y Antártica Chilena',
    timeZone: 'America/Punta_Arenas',
    because: 'no change of clocks since 2016',
  },
  {
    country: 'CL',
    province: 'Aisén del General Carlos Ibáñez del Campo',
    timeZone: 'America/Coyhaique',
    because: 'no change of clocks since 2025',
  },
  {
    country: 'MX',
    province: 'Chihuahua',
    city: 'Ciudad Juárez',
    timeZone: 'America/Ciudad_Juarez',
    because: 'keeps the time of El Paso since 2022',
  },
  {
    country: 'MX',
    province: 'Chihuahua',
    city: 'Ascension',
    timeZone: 'America/Ciudad_Juarez',
    because: 'a border municipality, as Ciudad Juárez',
  },
  { country: 'RU', province: "Perm'", city: 'Perm', timeZone: 'Asia/Yekaterinburg', because: 'no zone in the list' },
  { country: 'RU', province: 'Penza', city: 'Penza', timeZone: 'Europe/Moscow', because: 'no zone in the list' },
  { country: 'RU', city: 'Oymyakon', timeZone: 'Asia/Ust-Nera', because: 'no zone in the list' },
  { country: 'IR', city: 'Urmia', timeZone: 'Asia/Tehran', because: 'no zone in the list' },
  {
    country: 'AR',
    city: 'Comodoro Rivadavia',
    timeZone: 'America/Argentina/Catamarca',
    because: 'no zone in the list',
  },
  { country: 'AR', city: 'Chilecito', timeZone: 'America/Argentina/La_Rioja', because: 'no zone in the list' },
  { country: 'NI', city: 'San Juan del Sur', timeZone: 'America/Managua', because: 'no zone in the list' },
  { country: 'CA', city: 'Fort St. John', timeZone: 'America/Dawson_Creek', because: 'no zone in the list' },
  {
    country: 'BR',
    province: 'Amazonas',
    city: 'Natal',
    people: 1_000,
    because: 'listed with the people of the capital of Rio Grande do Norte',
  },
  {
    country: 'UA',
    province: 'Crimea',
    people: 0,
    because: 'the numbers and columns that say Ukraine are those of people who keep Kyiv’s time',
  },
]

/** Territories with codes of their own (ISO 3166), whose people also write the country that they belong to. */
export const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO', 'TW'],
  DK: ['FO', 'GL'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'],
  GB: ['BM', 'FK', 'GG', 'GI', 'IM', 'JE', 'KY', 'MS', 'SH', 'TC', 'VG'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  US: ['AS', 'GU', 'MP', 'PR', 'VI'],
}

/** Codes of countries that the list lacks: its name of the country → the code that is in use. */
export const COUNTRY_CORRECTIONS: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO' }
