import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMAIL_LANGUAGES, type EmailLanguage } from '../content/email-languages.ts'
import { salutationOf } from './salutations.ts'

const greet = (language: EmailLanguage, fields: Record<string, string>, lastName = 'Müller', firstName = 'Anna') =>
  salutationOf({ firstName, lastName, fields }, language)

describe('a formal salutation', () => {
  it.each<[EmailLanguage, Record<string, string>, string]>([
    ['de', { Titel: 'Dr.', Anrede: 'Frau' }, 'Sehr geehrte Frau Dr. Müller'],
    ['de', { Title: 'Frau Prof. Dr.' }, 'Sehr geehrte Frau Prof. Dr. Müller'],
    ['de', { Anrede: 'Herr', Title: 'Dr.-Ing.' }, 'Sehr geehrter Herr Dr. Müller'],
    ['de', { Anrede: 'Herrn' }, 'Sehr geehrter Herr Müller'],
    ['de', { Title: 'Herrn Prof. Dr. Dr. h.c.' }, 'Sehr geehrter Herr Prof. Dr. Müller'],
    ['de', { Title: 'Frau Dr. med.' }, 'Sehr geehrte Frau Dr. Müller'],
    ['it', { Title: 'Sig.ra' }, 'Gentile Sig.ra Müller'],
    ['nl', { Title: 'De heer' }, 'Geachte heer Müller'],
    ['de', { Geschlecht: 'w' }, 'Sehr geehrte Frau Müller'],
    ['de', { Title: 'Dr.' }, 'Guten Tag Dr. Anna Müller'],
    ['de', {}, 'Guten Tag Anna Müller'],
    ['en', { Title: 'Mrs' }, 'Dear Ms Müller'],
    ['en', { Title: 'Mr', Salutation: 'Dr' }, 'Dear Dr Müller'],
    ['en', { Gender: 'Female', Title: 'Prof.' }, 'Dear Professor Müller'],
    ['en', {}, 'Dear Anna Müller'],
    ['fr', { Civilité: 'Mme' }, 'Madame Müller'],
    ['fr', { Civilité: 'M.' }, 'Monsieur Müller'],
    ['es', { Tratamiento: 'Sra.' }, 'Estimada Sra. Müller'],
    ['es', { Tratamiento: 'Dra.' }, 'Estimada Dra. Müller'],
    ['it', { Titolo: 'Dott.ssa' }, 'Gentile Dott.ssa Müller'],
    ['pt', { Tratamento: 'Sr.' }, 'Prezado Sr. Müller'],
    ['nl', { Aanhef: 'Dhr.' }, 'Geachte heer Müller'],
    ['pl', { Zwrot: 'Pani', Title: 'dr' }, 'Szanowna Pani Doktor'],
    ['pl', {}, 'Dzień dobry'],
  ])('in %s with %o is %s', (language, fields, expected) => {
    expect(greet(language, fields)).toBe(expected)
  })

  it.each<[EmailLanguage, string, string, Record<string, string>, string]>([
    ['de', 'Dr. Anna', 'Müller', {}, 'Guten Tag Dr. Anna Müller'],
    ['de', 'Dr. Anna', 'Müller', { Anrede: 'Frau' }, 'Sehr geehrte Frau Dr. Müller'],
    ['de', 'Dr. Anna', 'Dr. Müller', { Anrede: 'Frau', Titel: 'Dr.' }, 'Sehr geehrte Frau Dr. Müller'],
    ['de', 'Prof. Dr. med. Anna', 'Müller', { Title: 'Prof. Dr.' }, 'Guten Tag Prof. Dr. Anna Müller'],
    ['de', 'Frau Dr.', 'Müller', {}, 'Sehr geehrte Frau Dr. Müller'],
    ['en', 'Dr. Anna', 'Smith', {}, 'Dear Dr Smith'],
    ['fr', 'Dr. Anna', 'Smith', {}, 'Bonjour Anna Smith'],
    ['en', 'Pan Wei Ming', 'Li', {}, 'Dear Pan Wei Ming Li'],
  ])(
    'in %s contains the titles before the names “%s” and “%s” once, with %o: %s',
    (language, first, last, fields, expected) => expect(greet(language, fields, last, first)).toBe(expected),
  )

  it('leaves out a remark in brackets', () => {
    expect(greet('en', { Title: 'Ms' }, 'Smith (mother)')).toBe('Dear Ms Smith')
    expect(greet('de', {}, 'Müller (privat)', 'Anna (Anni)')).toBe('Guten Tag Anna Müller')
    expect(greet('en', {}, '(unknown)')).toBe('Good day')
  })

  it('is neutral when the columns contradict each other, and is never guessed from a name', () => {
    expect(greet('de', { Anrede: 'Herr', Geschlecht: 'w' })).toBe('Guten Tag Anna Müller')
    expect(greet('de', { Notes: 'Frau' })).toBe('Guten Tag Anna Müller')
    expect(greet('de', { Anrede: 'Frau' }, '')).toBe('Sehr geehrte Damen und Herren')
    expect(greet('de', { Anrede: 'Familie' })).toBe('Guten Tag Anna Müller')
  })

  it.each([
    ...['Sr. Product Manager', 'HR', 'HR Manager', 'Head of HR', 'FR Country Manager', 'Pan-European Manager', 'M.Sc.'],
    ...['Director, F & B', 'Head of Ladies Fashion', 'Executive Assistant to Dr. Smith', 'Mr. and Mrs.'],
  ])('ignores the title “%s”, which does not say how to address a person', (title) => {
    expect(greet('en', { Title: title })).toBe('Dear Anna Müller')
  })

  it.each([
    ['Professor of Law', 'Dear Professor Müller'],
    ['Dr. med., Head of Surgery', 'Dear Dr Müller'],
    ['Mr', 'Dear Mr Müller'],
    ['Sr.', 'Dear Mr Müller'],
    ['Hr. Dr. med.', 'Dear Dr Müller'],
    ['Madame la Présidente', 'Dear Ms Müller'],
  ])('uses the words before a job from the title “%s”', (title, expected) => {
    expect(greet('en', { Title: title })).toBe(expected)
  })

  it('uses a complete greeting in the column Anrede, such as “Sehr geehrte Frau Müller,”, without its comma', () => {
    expect(greet('de', { Anrede: 'Sehr geehrte Frau Müller,' })).toBe('Sehr geehrte Frau Müller')
  })

  it('is never empty, whatever the columns contain', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EMAIL_LANGUAGES), fc.string(), fc.string(), (language, title, name) => {
        expect(salutationOf({ firstName: name, lastName: name, fields: { Title: title } }, language)).not.toBe('')
      }),
    )
  })
})
