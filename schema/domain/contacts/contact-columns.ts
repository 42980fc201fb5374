import { CONTACT_FIELD_NAMES, entryOf, type ContactFieldName } from './contact-fields.ts'
import { cleanLine, CONTACT_LIMITS } from './contacts.ts'
import { tagKey } from './tag-key.ts'

/** Maps spreadsheet columns: recognizes headers by meaning and keeps everything else as custom fields. */

/** The built-in columns. `fullName` is split if first and last name are missing. */
export type KnownField = ContactFieldName | 'fullName' | 'noTracking' | 'trackingConsent'

/** The target of a column: a built-in field, a custom field (its merge tag), or nothing. */
export type ColumnField = KnownField | { custom: string } | null

/** A person's choice that overrides the recognized target. */
export interface ColumnChoice {
  index: number
  field: KnownField | 'custom' | 'ignored'
  /** the custom field's name; the header by default */
  name?: string | null | undefined
}

export interface ColumnMapping {
  /** position in the sheet, from 0 */
  index: number
  /** the header as one line, as in the sheet */
  header: string
  field: ColumnField
}

/** Headers of the rejected rows file; ignored when the corrected file is uploaded. */
export const REJECTED_ROW_HEADER = 'Rejected row'
export const REJECTED_REASON_HEADER = 'Reason for rejection'
export const REJECTED_REST_HEADER = 'Cells without a column name'

/** A header normalized for comparison: lower case, without accents, spaces and punctuation; #, № and N° become “no”. */
/** Normalizes the name of a column for comparison: letters and digits only, without accents, in lower case. */
export function headerKey(header: string): string {
  return fold(header).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}

function fold(header: string): string {
  return header
    .replace(/[#]/g, 'no')
    .replace(/°/g, 'o')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/ı/g, 'i')
}

function spellings(text: string): ReadonlySet<string> {
  return new Set(text.split('|').map(headerKey))
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

const SPELLINGS: Record<KnownField, ReadonlySet<string>> = {
  email: spellings(
    'Email|Mail|Email address|Mail address|Email adress|Email addr|Email ID|Mail ID|Emails|Email 1|Email 1 value' +
      '|E-Mail-Adresse|Mailadresse|Mail-Adresse' +
      '|Adresse e-mail|Adresse mail|Adresse électronique|Adresse de messagerie|Courriel|Adresse courriel|Mél' +
      '|Correo|Correo electrónico|Correo-e|Dirección de correo|Dirección de correo electrónico|Dirección de email' +
      '|Indirizzo email|Indirizzo mail|Indirizzo di posta elettronica|Posta elettronica' +
      '|Endereço de email|Endereço email|Correio eletrónico|Correio eletrônico' +
      '|E-mailadres|Mailadres|E-post|E-postadress|E-postadresse|Mejl|Mejladress|E-mailadresse|Mailadresse' +
      '|Sähköposti|Sähköpostiosoite|Adres e-mail|Adres mailowy|Poczta|E-mailová adresa|Adresa de email|Adresa email' +
      '|E-posta|E-posta adresi|Почта|Электронная почта|Эл. почта|Адрес электронной почты|Имейл|Емейл|E-mail адрес' +
      '|Пошта|Електронна пошта|Ηλεκτρονικό ταχυδρομείο' +
      '|Indirizzo posta elettronica|Endereço de correio eletrónico|Enderezo electrónico|Adreça electrònica|Adreça de correu electrònic|Correu electrònic' +
      '|Адрес эл. почты|Адреса електронної пошти|Имейл адрес|Адреса е-поште|Е-пошта|Е-адреса|E-adresa|E-pošta|E-mail cím|E-mail címe' +
      '|Adresa elektronické pošty|Adresa e-pošte|E-poštni naslov|El. pašto adresas|El. paštas|E-pasta adrese|E-pasts|E-posti aadress|E-post aadress' +
      '|Διεύθυνση ηλεκτρονικού ταχυδρομείου|Διεύθυνση email|Helbide elektronikoa|Netfang|Seoladh ríomhphoist|Ríomhphost' +
      '|Địa chỉ email|Thư điện tử|Alamat Email|Alamat e-mel|E-mel|Surel|ที่อยู่อีเมล|อีเมล|ईमेल|ईमेल पता' +
      '|כתובת דואר אלקטרוני|דואר אלקטרוני|דוא"ל|כתובת דוא"ל|אימייל|מייל|عنوان البريد الإلكتروني|البريد الإلكتروني|بريد إلكتروني|الإيميل|ایمیل|نشانی ایمیل|پست الکترونیک' +
      '|電子メール アドレス|电子邮件地址|電子郵件地址|電郵|電郵地址|信箱|전자 메일|전자 메일 주소|메일 주소' +
      '|メール|メールアドレス|Eメール|電子メール|电子邮件|电子邮箱|邮箱|邮件|邮箱地址|邮件地址|電子郵件|電子信箱|이메일|이메일 주소|메일',
  ),
  firstName: spellings(
    'First name|First|First names|Forename|Forenames|Given name|Given names|Given|Christian name|F name|Name first|Name (first)' +
      '|Vorname|Vornamen|Rufname|Prénom|Prénoms|Nombres|Primer nombre|Primeiro nome|Nome próprio|Voornaam|Förnamn|Fornavn|Etunimi' +
      '|Imię|Prenume|Keresztnév|Utónév|Ім’я|Όνομα|Křestní jméno|Krstné meno|Lično ime|Vardas|Vārds|Eesnimi|Fornafn|Eiginnafn|Céadainm|Nome próprio|Nama depan|Nama pertama' +
      '|שם פרטי|الاسم الأول|ชื่อจริง|पहला नाम|名|名字|이름',
  ),
  lastName: spellings(
    'Last name|Last|Last names|Surname|Surnames|Family name|Family|L name|Name last|Name (last)' +
      '|Nachname|Familienname|Zuname|Nom de famille|Apellido|Apellidos|Primer apellido|Cognome|Sobrenome|Apelido|Último nome' +
      '|Achternaam|Familienaam|Efternamn|Efternavn|Etternavn|Sukunimi|Nazwisko|Příjmení|Nume de familie|Soyad|Soyadı|Soyisim' +
      '|Vezetéknév|Családnév|Фамилия|Прізвище|Επώνυμο|Priezvisko|Prezime|Priimek|Презиме|Pavardė|Uzvārds|Perekonnanimi|Perenimi|Eftirnafn' +
      '|Sloinne|Cognoms|Apelidos|Abizena|Abizenak|Nama belakang|Nama akhir|שם משפחה|اسم العائلة|الاسم الأخير|اللقب|نام خانوادگی|นามสกุล|उपनाम|姓|姓氏|성',
  ),
  fullName: spellings(
    'Full name|Complete name|Contact name|Contact person|Display name|Person|Recipient|Recipient name|First and last name|First & last name' +
      '|Vollständiger Name|Ganzer Name|Vor- und Nachname|Vor- und Zuname|Ansprechpartner|Nom complet|Prénom et nom|Nombre completo' +
      '|Nombre y apellido|Nombre y apellidos|Nome completo|Nome e cognome|Volledige naam|Fullständigt namn|Fullt navn|Koko nimi' +
      '|Imię i nazwisko|Jméno a příjmení|Ad Soyad|Adı Soyadı|ФИО|Полное имя|Ime i prezime|Ime in priimek|Име и презиме|Teljes név|Nom i cognoms|Họ và tên|Họ tên|Nama lengkap|Nama penuh|ชื่อ-นามสกุล' +
      '|שם מלא|الاسم الكامل|نام و نام خانوادگی|पूरा नाम|氏名|名前|お名前|姓名|联系人|聯絡人|收货人|收件人|担当者名|ご担当者名|성명|성함|담당자|담당자명',
  ),
  noTracking: spellings(
    'No tracking|Do not track|Don’t track|Not tracked|Untracked|DNT|Tracking opt-out|Opt out of tracking|Exclude from tracking' +
      '|Kein Tracking|Nicht tracken|Tracking-Widerspruch|Ne pas suivre|Pas de suivi|Sans suivi|Refus du suivi' +
      '|Sin seguimiento|No rastrear|No seguir|Nessun tracciamento|Non tracciare|Não rastrear|Sem rastreamento' +
      '|Geen tracking|Niet volgen|Ingen spårning|Ingen sporing|Ei seurantaa|Bez śledzenia|Nie śledzić|Nesledovat|Takip etme' +
      '|Не отслеживать|Без отслеживания|Не відстежувати|追跡しない|トラッキングなし|不跟踪|請勿追蹤|추적 안 함',
  ),
  trackingConsent: spellings(
    'Tracking consent|Consent to tracking|Tracking allowed|Allow tracking|Tracking permission|May track|Tracking ok' +
      '|Tracking erlaubt|Tracking-Einwilligung|Suivi autorisé|Consentement au suivi|Seguimiento permitido' +
      '|Consentimiento de seguimiento|Tracciamento consentito|Rastreamento permitido|Tracking toegestaan',
  ),
  serialNumber: spellings(
    'S no|Sr no|Sl no|Ser no|Serial|Serial no|Serial number|Serial num|Serial #|No|Nr|Num|Seq|Seq no|Sequence|Sequence number' +
      '|Lfd. Nr.|Laufende Nummer|Numéro de série|N°|Sıra|Sıra no|№ п/п|序号|番号',
  ),
}

/**
 * “Name” alone: a full name, unless another column has the other half (Vorname and Name, Nom and Prénom, Nome and
 * Cognome).
 */
const BARE_NAMES = spellings(
  'Name|Names|Nom|Nome|Nombre|Naam|Namn|Navn|Nimi|Nume|Jméno|Ad|Adı|İsim|Имя|Név|Ime|Име|Meno|Nama|Izena|Nafn|ชื่อ|Tên|שם|الاسم|نام|नाम|Ονοματεπώνυμο',
)

const NOT_IMPORTED = spellings(`${REJECTED_ROW_HEADER}|${REJECTED_REASON_HEADER}|${REJECTED_REST_HEADER}`)

const PEOPLE =
  'contact customer client employee member student guest attendee participant subscriber recipient donor patient lead prospect'
const FILLERS = 'your the of required optional valid'

/** Words around a known spelling that do not change its meaning: “Work e-mail (required)”, “Customer first name”. */
const QUALIFIERS: Record<KnownField, ReadonlySet<string>> = {
  email: words(
    `${PEOPLE} ${FILLERS} work business personal private primary main preferred office company corporate home school user person 1 value`,
  ),
  firstName: words(`${PEOPLE} ${FILLERS} person`),
  lastName: words(`${PEOPLE} ${FILLERS} person`),
  fullName: words(`${PEOPLE} ${FILLERS}`),
  serialNumber: words(FILLERS),
  noTracking: words(`${PEOPLE} ${FILLERS}`),
  trackingConsent: words(`${PEOPLE} ${FILLERS}`),
}

/** Words for people and work before a known spelling in languages without spaces: 联系邮箱, 会社メールアドレス. */
const UNSPACED_QUALIFIERS = new RegExp(
  fold(
    '^(?:联系人?|聯絡人?|客户|客戶|公司|工作|个人|個人|常用|收货人|收件人|会员|會員|用户|學員|学员|员工|員工|您的|你的|主要' +
      '|お客様|ご担当者|担当者|会社|勤務先|顧客|連絡先|회사|개인|고객|담당자|연락처)の?',
  ),
  'u',
)

/** Words for people, above or before a column that is just called “Name”. */
const GROUP_QUALIFIERS = words(`${PEOPLE} ${FILLERS} person personal`)

/** Texts of cells that mean no. */
const NO = spellings(
  'no|n|false|0|off|nein|falsch|non|faux|não|falso|nee|onwaar|nej|nei|falsk|ei|nie|ne|hayır|нет|ні|όχι|いいえ|否|아니요|아니오|refused|declined|denied|withdrawn|opt-out|opted out',
)

/**
 * Returns whether a cell excludes its contact from tracking. In a column of objections every entry but a no counts; in
 * one of consents only a no does. An empty cell says nothing.
 */
export function excludesFromTracking(field: 'noTracking' | 'trackingConsent', text: string): boolean {
  return refuses(field === 'noTracking' ? 'objection' : 'consent', text)
}

/** Returns whether a cell refuses: in a column of objections any entry but a no, in a column of consents a no. */
export function refuses(column: 'objection' | 'consent', text: string): boolean {
  const key = headerKey(text)
  if (key === '' && text.trim() === '') return false
  return NO.has(key) === (column === 'consent')
}

/** The built-in columns in the order in which headers are claimed for them. */
const FIELDS = Object.keys(SPELLINGS) as KnownField[]

/**
 * The target of each header. The first column of a meaning gets it, an exact spelling before a qualified one; any other
 * named column becomes a custom field. A column without a header is ignored, since no merge tag could name it.
 *
 * @param groups texts above the headers, by column, as in a heading of two rows: they tell the company's name from the
 *   person's, and columns of the same name apart
 */
export function recognizeHeaders(headers: readonly string[], groups: readonly string[] = []): ColumnMapping[] {
  const names = headers.map(cleanLine)
  const known = new Map<number, KnownField>()
  const claimed = new Set<KnownField>()
  const inGroup = (index: number) => `${groups[index] ?? ''} ${names[index]}`.trim()
  const claim = (field: KnownField, matches: (name: string, index: number) => boolean): void => {
    if (claimed.has(field)) return
    const index = names.findIndex((name, position) => name !== '' && !known.has(position) && matches(name, position))
    if (index === -1) return
    known.set(index, field)
    claimed.add(field)
  }

  for (const field of FIELDS) claim(field, (name) => SPELLINGS[field].has(headerKey(name)))
  for (const field of FIELDS) claim(field, (name) => SPELLINGS[field].has(withoutQualifiers(name, QUALIFIERS[field])))
  const bare = claimed.has('firstName') ? 'lastName' : claimed.has('lastName') ? 'firstName' : 'fullName'
  const isWhole = claimed.has('firstName') && claimed.has('lastName')
  const bareField = isWhole ? 'fullName' : bare
  claim(bareField, (_, at) => Boolean(groups[at]) && BARE_NAMES.has(withoutQualifiers(inGroup(at), GROUP_QUALIFIERS)))
  claim(bareField, (name, at) => !(isWhole && groups[at]) && BARE_NAMES.has(headerKey(name)))
  claim('fullName', (name) => !claimed.has('firstName') && BARE_NAMES.has(withoutQualifiers(name, QUALIFIERS.fullName)))

  const used = new Set<string>([...FIELDS, ...[...known.keys()].map((index) => names[index] ?? '')].map(tagKey))
  const keys = names.map(headerKey)
  return names.map((header, index) => {
    const field = known.get(index)
    if (field) return { index, header, field }
    const key = keys[index] ?? ''
    if (header === '' || NOT_IMPORTED.has(key)) return { index, header, field: null }
    const isUnclear = BARE_NAMES.has(key) || keys.indexOf(key) !== keys.lastIndexOf(key)
    return { index, header, field: { custom: uniqueFieldName(isUnclear ? inGroup(index) : header, index, used) } }
  })
}

const LABELS = {
  ...(Object.fromEntries(CONTACT_FIELD_NAMES.map((name) => [name, `the ${entryOf(name).noun}`])) as Record<
    ContactFieldName,
    string
  >),
  fullName: 'the full name',
  noTracking: '“do not track”',
  trackingConsent: '“may be tracked”',
} satisfies Record<KnownField, string>

/**
 * Applies a person's choices: they take precedence over recognition, and a displaced column becomes a custom field. A
 * name used by another column is taken, whether chosen or from a header. The problem explains why nothing can be
 * imported, or is null.
 */
export function chooseColumns(
  recognized: readonly ColumnMapping[],
  choices: readonly ColumnChoice[],
): { columns: ColumnMapping[]; problem: string | null } {
  const chosen = new Map(choices.map((choice) => [choice.index, choice]))
  const known = new Map<KnownField, number>()
  const used = new Set<string>(FIELDS.map(tagKey))
  const problems: string[] = []
  for (const { index, field } of recognized) {
    if (typeof field === 'object' && field && !chosen.has(index)) used.add(tagKey(field.custom))
  }
  for (const { index, field, name } of chosen.values()) {
    if (!recognized[index]) problems.push(`This sheet has no column ${columnLetter(index)}.`)
    else if (field === 'custom') {
      if (name == null) continue
      const problem = nameProblem(name) ?? (used.has(tagKey(name)) ? `The name “${name}” is taken.` : null)
      if (problem) problems.push(problem)
      used.add(tagKey(name))
    } else if (field !== 'ignored') {
      const other = known.get(field)
      if (other !== undefined) {
        const both = `${columnLetter(other)} and ${columnLetter(index)}`
        problems.push(`Only one column can be ${LABELS[field]}, not both ${both}.`)
      }
      known.set(field, index)
    }
  }
  const columns = recognized.map(({ index, header, field: was }): ColumnMapping => {
    const choice = chosen.get(index)
    const custom = (name?: string | null) => ({ custom: name ?? uniqueFieldName(header, index, used) })
    if (choice?.field === 'ignored') return { index, header, field: null }
    if (choice?.field === 'custom') return { index, header, field: custom(choice.name) }
    if (choice) return { index, header, field: choice.field }
    if (typeof was !== 'string' || !known.has(was)) return { index, header, field: was }
    return { index, header, field: header === '' ? null : custom() }
  })
  if (!hasEmailColumn(columns)) problems.push('Choose the column with the email addresses.')
  return { columns, problem: problems[0] ?? null }
}

function nameProblem(name: string): string | null {
  if (tagKey(name) === '' || /^[^\p{L}\p{N}]/u.test(name))
    return 'The name of a field must begin with a letter or a digit.'
  if (name.length > CONTACT_LIMITS.fieldName) {
    return `The name of a field must be at most ${CONTACT_LIMITS.fieldName} characters long.`
  }
  const odd = name.match(NO_TAG_CHARACTERS)?.[0]
  return odd === undefined ? null : `The name “${name}” contains a character that merge tags cannot contain: ${odd}`
}

/** Returns whether a header row can be imported: it has an address column. */
export function hasEmailColumn(columns: readonly ColumnMapping[]): boolean {
  return columns.some((column) => column.field === 'email')
}

/** The spreadsheet name of the column at `index` (from 0): A, B, … Z, AA. */
export function columnLetter(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

function withoutQualifiers(name: string, qualifiers: ReadonlySet<string>): string {
  return fold(name)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => !qualifiers.has(word))
    .join('')
    .replace(UNSPACED_QUALIFIERS, '')
}

/** Characters not allowed in a merge tag (the alphabet of `merge-tags.ts`). */
const NO_TAG_CHARACTERS = /[^\p{L}\p{N}\p{M}_ .\-/&()#'’]+/gu

/**
 * The field name and merge tag of a column: the header without characters a tag cannot contain (“Amount ($)” is
 * {Amount}), starting with a letter or digit, at most 60 characters, and unique.
 */
function uniqueFieldName(header: string, index: number, used: Set<string>): string {
  const readable = header.replace(NO_TAG_CHARACTERS, ' ').replace(/\(\s*\)/g, ' ')
  const cleaned = cleanLine(readable).replace(/^[^\p{L}\p{N}]+/u, '')
  const base = tagKey(cleaned) === '' ? `Column ${columnLetter(index)}` : cleaned
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt === 1 ? '' : ` ${attempt}`
    const name = `${cut(base, CONTACT_LIMITS.fieldName - suffix.length)}${suffix}`
    if (used.has(tagKey(name))) continue
    used.add(tagKey(name))
    return name
  }
}

/** At most `length` UTF-16 units, without splitting a character. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
