import type { EmailLanguage } from '../content/email-languages.ts'
import { tagKey } from './tag-key.ts'
import { splitTitles } from './name-titles.ts'

/**
 * The formal salutation of a person in a language: “Sehr geehrte Frau Dr. Müller”, “Dear Ms Müller” (product:
 * email.salutation). Gender and academic titles are read from the title and salutation columns and from titles before a
 * name, never guessed from a name: without them the salutation is neutral.
 */

type Gender = 'female' | 'male'
interface Person {
  first: string
  last: string
  gender: Gender | null
  /** academic titles, highest first */
  titles: readonly Degree[]
}
type Degree = 'prof' | 'dr'

/** Columns of titles, by tag key. In the exports of many programs they hold jobs. */
const TITLE_COLUMNS = new Set(['title', 'titel', 'titre', 'título', 'titolo', 'tytuł'].map(tagKey))
/** Columns that say how a person is addressed, by tag key. */
const COLUMNS = new Set([
  ...TITLE_COLUMNS,
  ...[
    ...['salutation', 'prefix', 'gender', 'sex', 'anrede', 'geschlecht', 'akademischer titel'],
    ...['civilité', 'sexe', 'genre', 'tratamiento', 'sexo', 'género', 'sesso', 'genere'],
    ...['tratamento', 'gênero', 'aanhef', 'geslacht', 'zwrot', 'płeć'],
  ].map(tagKey),
])

const WORDS: Readonly<Record<string, Gender | Degree>> = {
  ...wordsFor(
    'female',
    'frau fr mrs ms miss madam madame mme mlle mademoiselle señora señorita sra srta signora signorina sigra sigrina senhora dona mevrouw mevr mw pani female f weiblich w weibl femme femenino mujer femmina donna feminino vrouw kobieta dra dottssa profssa ladies',
  ),
  ...wordsFor(
    'male',
    'herr herrn hr mr mister sir monsieur m señor sr signor signore sig senhor heer dhr pan male männlich männl homme masculino hombre maschio uomo man mężczyzna gentlemen',
  ),
  ...wordsFor('dr', 'dr doctor doktor docteur dottore dott doutor'),
  ...wordsFor('prof', 'prof professor professeur profesor professore'),
}

/** Words in {@link WORDS} that mean something else in the name of a job or a degree: “Sr. Manager”, “HR”, “M.Sc.”. */
const DOUBTFUL = new Set('f fr hr m man miss mw pan sr w dona donna ladies gentlemen'.split(' '))
const JOINING = new Set(['', ...'and und et y e i en d'.split(' ')])

function wordsFor(meaning: Gender | Degree, words: string): Record<string, Gender | Degree> {
  return Object.fromEntries(words.split(' ').map((word) => [word, meaning]))
}

/** Words that tell both a doctor's title and a woman, such as “Dra”. */
const DOCTOR_WOMEN = new Set(['dra', 'dottssa'])
const PROFESSOR_WOMEN = new Set(['profssa'])

interface Forms {
  female: (person: Person) => string
  male: (person: Person) => string
  neutral: (person: Person) => string
  /** salutation without a last name */
  unnamed: string
}

const short = ({ titles }: Person) => titles.map((title) => (title === 'prof' ? 'Prof. ' : 'Dr. ')).join('')
const whole = ({ first, last }: Person) => `${first} ${last}`.trim()
const has = ({ titles }: Person, degree: Degree) => titles.includes(degree)

const FORMS: Readonly<Record<EmailLanguage, Forms>> = {
  en: {
    female: (person) => `Dear ${englishTitle(person) ?? 'Ms'} ${person.last}`,
    male: (person) => `Dear ${englishTitle(person) ?? 'Mr'} ${person.last}`,
    neutral: (person) =>
      person.titles.length > 0 ? `Dear ${englishTitle(person)} ${person.last}` : `Dear ${whole(person)}`,
    // “Dear Sir or Madam” alone costs 2 of the 5 points at which SpamAssassin 4 calls an email spam.
    unnamed: 'Good day',
  },
  de: {
    female: (person) => `Sehr geehrte Frau ${short(person)}${person.last}`,
    male: (person) => `Sehr geehrter Herr ${short(person)}${person.last}`,
    neutral: (person) => `Guten Tag ${short(person)}${whole(person)}`,
    unnamed: 'Sehr geehrte Damen und Herren',
  },
  fr: {
    female: (person) => `Madame ${person.last}`,
    male: (person) => `Monsieur ${person.last}`,
    neutral: (person) => `Bonjour ${whole(person)}`,
    unnamed: 'Madame, Monsieur',
  },
  es: {
    female: (person) => `Estimada ${has(person, 'dr') ? 'Dra.' : 'Sra.'} ${person.last}`,
    male: (person) => `Estimado ${has(person, 'dr') ? 'Dr.' : 'Sr.'} ${person.last}`,
    neutral: (person) => `Buenos días, ${whole(person)}`,
    unnamed: 'Estimados señores',
  },
  it: {
    female: (person) =>
      `Gentile ${has(person, 'prof') ? 'Prof.ssa' : has(person, 'dr') ? 'Dott.ssa' : 'Sig.ra'} ${person.last}`,
    male: (person) => `Gentile ${has(person, 'prof') ? 'Prof.' : has(person, 'dr') ? 'Dott.' : 'Sig.'} ${person.last}`,
    neutral: (person) => `Gentile ${whole(person)}`,
    unnamed: 'Gentili Signore e Signori',
  },
  pt: {
    female: (person) => `Prezada ${has(person, 'dr') ? 'Dra.' : 'Sra.'} ${person.last}`,
    male: (person) => `Prezado ${has(person, 'dr') ? 'Dr.' : 'Sr.'} ${person.last}`,
    neutral: (person) => `Bom dia, ${whole(person)}`,
    unnamed: 'Prezados Senhores',
  },
  nl: {
    female: ({ last }) => `Geachte mevrouw ${upperFirst(last)}`,
    male: ({ last }) => `Geachte heer ${upperFirst(last)}`,
    neutral: (person) => `Geachte ${whole(person)}`,
    unnamed: 'Geachte heer, mevrouw',
  },
  // A surname is not said in a Polish salutation.
  pl: {
    female: (person) => `Szanowna Pani${has(person, 'prof') ? ' Profesor' : has(person, 'dr') ? ' Doktor' : ''}`,
    male: (person) =>
      has(person, 'prof')
        ? 'Szanowny Panie Profesorze'
        : has(person, 'dr')
          ? 'Szanowny Panie Doktorze'
          : 'Szanowny Panie',
    neutral: () => 'Dzień dobry',
    unnamed: 'Szanowni Państwo',
  },
}

const englishTitle = (person: Person) => (has(person, 'prof') ? 'Professor' : has(person, 'dr') ? 'Dr' : null)
const upperFirst = (name: string) => name.charAt(0).toLocaleUpperCase('nl') + name.slice(1)

/** The formal salutation of a contact, without a comma after it. */
export function salutationOf(
  values: { firstName: string; lastName: string; fields: Readonly<Record<string, string>> },
  language: EmailLanguage,
): string {
  const forms = FORMS[language]
  const [first, last] = [splitTitles(called(values.firstName)), splitTitles(called(values.lastName))]
  const titles = [first.title, last.title]
  const person = { first: first.name, last: last.name, ...addressOf(values.fields, titles) }
  if (person.last === '') return forms.unnamed
  return person.gender === null ? forms.neutral(person) : forms[person.gender](person)
}

/** A name without a remark in brackets, as in “Smith (mother)”. */
const called = (name: string) =>
  name
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Gender and degrees by the columns for them and by titles; contradicting genders count as none. */
function addressOf(
  fields: Readonly<Record<string, string>>,
  written: readonly string[],
): Pick<Person, 'gender' | 'titles'> {
  const genders = new Set<Gender>()
  const degrees = new Set<Degree>()
  const columns = Object.entries(fields).flatMap(([column, value]) => {
    const key = tagKey(column)
    return COLUMNS.has(key) ? [{ value, mayBeJob: TITLE_COLUMNS.has(key) }] : []
  })
  for (const { value, mayBeJob } of [...columns, ...written.map((title) => ({ value: title, mayBeJob: false }))]) {
    if (value.length > 100) continue
    for (const word of mayBeJob ? wordsBeforeJob(value) : value.split(SPACES)) {
      for (const part of partsOf(word)) {
        const meaning = Object.hasOwn(WORDS, part) ? WORDS[part] : undefined
        if (meaning === 'female' || meaning === 'male') genders.add(meaning)
        else if (meaning) degrees.add(meaning)
        if (DOCTOR_WOMEN.has(part)) degrees.add('dr')
        if (PROFESSOR_WOMEN.has(part)) degrees.add('prof')
      }
    }
  }
  const [gender = null] = genders
  return {
    gender: genders.size === 1 ? gender : null,
    titles: (['prof', 'dr'] as const).filter((degree) => degrees.has(degree)),
  }
}

const SPACES = /[\s,/]+/

/** The words of a cell up to one that belongs to a job: all of “Frau Dr.”, “Professor” of “Professor of Law”, none of “Sr. Manager”. */
function wordsBeforeJob(cell: string): string[] {
  // Human resources; a German “Hr” is not written in capitals.
  if (cell.trim() === 'HR') return []
  const words = cell.split(SPACES)
  const isForm = (word: string) => JOINING.has(tagKey(word)) || partsOf(word).some((part) => Object.hasOwn(WORDS, part))
  const end = words.findIndex((word) => !isForm(word))
  if (end < 0 || splitTitles(cell).name === '') return words
  return words.slice(0, end).filter((word) => !DOUBTFUL.has(tagKey(word)))
}

/** A word, or the parts of one such as “Dr.-Ing.”; the “Sig.” of “Sig.ra” is no word of its own. */
function partsOf(word: string): string[] {
  const entire = tagKey(word)
  if (Object.hasOwn(WORDS, entire)) return [entire]
  return word.split(/[.-]/).flatMap((part) => (DOUBTFUL.has(tagKey(part)) ? [] : [tagKey(part)]))
}
