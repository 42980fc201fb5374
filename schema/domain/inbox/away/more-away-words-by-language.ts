import type { AwayWords } from './away-words.ts'

/** Returns what out-of-office notes say in further languages, with the words that most of them use. */

const list = (text: string): readonly string[] => text.split(', ')
const DAY_MS = 86_400_000

/** The names that notes give months and weekdays in a language: as in a date, and alone. */
function calendarOf(language: string): Pick<AwayWords, 'months' | 'weekdays'> {
  const [inDate, alone, weekday] = [{ day: 'numeric', month: 'long' }, { month: 'long' }, { weekday: 'long' }].map(
    (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' } as Intl.DateTimeFormatOptions),
  )
  const nameIn = (format: Intl.DateTimeFormat | undefined, at: number, part: 'month' | 'weekday') =>
    (format?.formatToParts(at).find(({ type }) => type === part)?.value ?? '').normalize('NFKC').toLowerCase()
  return {
    months: Array.from({ length: 12 }, (_, month) => {
      const at = Date.UTC(2_026, month, 14)
      return [...new Set([nameIn(inDate, at, 'month'), nameIn(alone, at, 'month')])].join('|')
    }),
    // 4 January 2026 is a Sunday.
    weekdays: Array.from({ length: 7 }, (_, day) => nameIn(weekday, Date.UTC(2_026, 0, 4) + day * DAY_MS, 'weekday')),
  }
}

function words(language: string, given: Partial<Record<keyof AwayWords, string>>): AwayWords {
  const of = (name: keyof AwayWords) => (given[name] === undefined ? [] : list(given[name]))
  return {
    away: of('away'),
    acknowledges: of('acknowledges'),
    until: of('until'),
    untilAfter: of('untilAfter'),
    through: of('through'),
    back: of('back'),
    again: of('again'),
    to: of('to'),
    fillers: of('fillers'),
    inclusive: of('inclusive'),
    tomorrow: of('tomorrow'),
    nextWeek: of('nextWeek'),
    ...calendarOf(language),
  }
}

export const MORE_AWAY_WORDS: Readonly<Record<string, AwayWords>> = {
  cs: words('cs', {
    away: 'mimo kancelář, na dovolené, dovolenou, nepřítomen, nepřítomna, nepřítomnost, nejsem v kanceláři, na služební cestě, na nemocenské',
    acknowledges: 'číslo požadavku, obdrželi jsme, byla přijata, pracovních dnů, již nepracuje',
    until: 'do, až do',
    through: 'do konce',
    back: 'zpět, zpět v kanceláři, vrátím se, vracím se, budu zpět, k dispozici, opět, opět k dispozici',
    again: 'zpět, opět, vrátím, vracím, zpátky',
    to: 'do, až do',
    fillers: 'dne, od, v, ve, pondělí, úterý, středu, čtvrtek, pátek',
    inclusive: 'včetně',
  }),
  da: words('da', {
    away: 'ikke på kontoret, på ferie, holder ferie, fraværende, ikke til stede, på barsel, på kursus, ude af huset',
    acknowledges: 'sagsnummer, vi har modtaget, har modtaget din, arbejdsdage, hverdage, ikke længere ansat',
    until: 'til, indtil, frem til',
    through: 'til og med, t.o.m',
    back: 'tilbage, tilbage på kontoret, retur, træffes igen, igen på kontoret',
    again: 'igen, tilbage',
    to: 'til, til og med',
    fillers: 'den, d, på, fra, næste',
    nextWeek: 'næste uge',
  }),
  el: words('el', {
    away: 'εκτός γραφείου, σε άδεια, απουσιάζω, με άδεια, σε διακοπές, λείπω',
    until: 'έως, ως, μέχρι',
    through: 'έως και, μέχρι και',
    back: 'επιστρέφω, επιστρέψω, πίσω, επιστροφή, ξανά',
    again: 'επιστρέφω, επιστρέψω, ξανά, πίσω',
    to: 'έως, ως, μέχρι',
    fillers: 'τις, στις, την, τη, από, στο, γραφείο',
  }),
  fi: words('fi', {
    away: 'poissa, lomalla, en ole paikalla, en ole toimistolla, vuosilomalla, poissaolo, työmatkalla, vanhempainvapaalla',
    acknowledges: 'olemme vastaanottaneet, tukipyyntö, arkipäivän kuluessa, ei enää työskentele',
    untilAfter: 'asti, saakka',
    back: 'takaisin, palaan, palaan töihin, palaan toimistolle, tavoitettavissa, taas paikalla, jälleen',
    again: 'takaisin, palaan, jälleen, taas',
    fillers: 'alkaen, klo',
  }),
  hr: words('hr', {
    away: 'izvan ureda, na godišnjem odmoru, na odmoru, odsutan, odsutna, nisam u uredu, na službenom putu, van kancelarije',
    until: 'do',
    through: 'do uključivo',
    back: 'vraćam se, vratit ću se, natrag, ponovno, ponovo, povratak',
    again: 'natrag, ponovno, ponovo, vraćam',
    to: 'do',
    fillers: 'dana, od, u',
    inclusive: 'uključivo, zaključno',
  }),
  hu: words('hu', {
    away: 'házon kívül, szabadságon, távol vagyok, távollét, nem vagyok az irodában, irodán kívül, betegállomány, szabadságomat',
    acknowledges: 'megkaptuk, ügyszám, munkanapon belül, már nem dolgozik',
    untilAfter: 'ig',
    back: 'vissza, visszatérek, ismét, újra, legközelebb',
    again: 'vissza, visszatérek, újra, ismét, elérhető, dolgozom',
  }),
  ko: words('ko', {
    away: '부재중, 부재 중, 휴가, 출장, 자리를 비우, 사무실에 없',
    untilAfter: '까지',
    again: '복귀, 돌아, 출근',
  }),
  nb: words('nb', {
    away: 'ikke på kontoret, på ferie, ferie til, fraværende, ute av kontoret, borte fra kontoret, i permisjon, på reise',
    acknowledges: 'saksnummer, vi har mottatt, har mottatt din, virkedager, arbeidsdager, har sluttet',
    until: 'til, inntil, frem til, fram til',
    through: 'til og med, t.o.m',
    back: 'tilbake, tilbake på kontoret, tilbake på jobb, igjen på kontoret',
    again: 'igjen, tilbake',
    to: 'til, til og med',
    fillers: 'den, på, fra, neste',
    nextWeek: 'neste uke',
  }),
  ro: words('ro', {
    away: 'în concediu, in concediu, în vacanță, nu sunt la birou, sunt absent, sunt absentă, în afara biroului, deplasare',
    until: 'până la, până pe, până în, pana la, pana pe, până',
    back: 'revin, voi reveni, mă întorc, înapoi, disponibil, disponibilă, revin la birou',
    again: 'înapoi, revin, disponibil, reveni',
    to: 'până la, până pe, la',
    fillers: 'data, de, pe, în, din, la',
    inclusive: 'inclusiv',
  }),
  ru: words('ru', {
    away: 'в отпуске, отсутствую, отсутствовать, вне офиса, нет на рабочем месте, в командировке, на больничном, не в офисе',
    acknowledges: 'номер заявки, номер обращения, ваше обращение, ваша заявка, рабочих дней, больше не работает',
    until: 'до',
    through: 'по, до конца',
    back: 'вернусь, возвращаюсь, выйду на работу, буду на связи, буду в офисе, на рабочем месте, возвращение, снова, доступен, доступна',
    again: 'вернусь, снова, возвращаюсь, выйду',
    to: 'по, до',
    fillers: 'с, г, года, в, понедельника',
    inclusive: 'включительно',
    tomorrow: 'завтра',
  }),
  sk: words('sk', {
    away: 'mimo kancelárie, na dovolenke, neprítomný, neprítomná, neprítomnosť, nie som v kancelárii, na služobnej ceste',
    until: 'do, až do',
    back: 'späť, vrátim sa, vraciam sa, opäť, k dispozícii',
    again: 'späť, opäť, vrátim, vraciam',
    to: 'do, až do',
    fillers: 'dňa, od, v, vo',
    inclusive: 'vrátane',
  }),
  tr: words('tr', {
    away: 'izinde, izindeyim, izinli, ofis dışında, ofis dışındayım, yıllık izin, tatildeyim, seyahatte',
    untilAfter: 'kadar',
    again: 'dönüyorum, döneceğim, geri, tekrar, olacağım, dönüş',
  }),
  uk: words('uk', {
    away: 'у відпустці, в відпустці, відсутній, відсутня, не в офісі, поза офісом, у відрядженні, на лікарняному',
    until: 'до',
    through: 'по, до кінця',
    back: 'повернуся, повертаюся, буду на роботі, знову',
    again: 'знову, повернуся, повертаюся',
    to: 'по, до',
    fillers: 'з, р, року, в, у',
    inclusive: 'включно',
  }),
  zh: words('zh', {
    away: '不在办公室, 休假, 出差, 外出, 不在辦公室, 請假, 请假, 度假',
    acknowledges: '工单, 我们已收到, 我們已收到, 工作日内, 工作日內',
    until: '至, 直到, 直至, 到',
    again: '返回, 回到, 恢复, 恢復, 回来, 回來, 上班',
    to: '至, 到, 直到',
  }),
}
