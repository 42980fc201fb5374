import { describe, expect, it } from 'vitest'
import { tagValues } from '../content/merge-tags.ts'
import {
  compilePattern,
  fileFinder,
  fileKey,
  lastNames,
  namesAnother,
  sharedFiles,
  wantedFiles,
} from './recipient-files.ts'

const values = (fields: Record<string, string>) =>
  tagValues({ firstName: 'Ada', lastName: 'Müller', email: 'ada@example.com', fields })
const named = (...names: string[]) => names.map((name, id) => ({ id: String(id), name }))

/** Finds by the name in a column, or by a pattern with it. */
function finderOf(...names: string[]) {
  const find = fileFinder(named(...names))
  return (File: string, pattern: unknown = '{File}') => {
    const template = compilePattern(typeof pattern === 'string' ? pattern : '{File}')
    return wantedFiles(template, values({ File })).map((wanted) => find(wanted)?.id)[0]
  }
}

describe('the personal file of a recipient', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['Invoice-{Number}.pdf', { Number: '7' }, ['Invoice-7.pdf']],
    ['{File}', { File: ' a.pdf ; b.pdf;a.PDF' }, ['a.PDF', 'b.pdf']],
    ['{File}', { File: '' }, []],
    ['{File}', { File: 'a;b;c;d;e;f' }, ['a', 'b', 'c', 'd', 'e']],
    ['{lastName|upper}.pdf', {}, ['MÜLLER.pdf']],
    ['{File}', { File: 'C:\\Post\\a.pdf; letters/b.PDF' }, ['a.pdf', 'b.PDF']],
    ['{Reference}', { Reference: '123/24' }, ['123-24']],
    ['Letter {Reference}.pdf', { Reference: '123/24 "A"' }, ['Letter 123-24 -A-.pdf']],
    ['out/{Reference}/Letter {Number}.pdf', { Reference: '1/2', Number: '7' }, ['Letter 7.pdf']],
  ])('is looked for under the name %s with %o: %o', (pattern, fields, expected) => {
    expect(wantedFiles(compilePattern(pattern), values(fields)).map(({ name }) => name)).toEqual(expected)
  })

  it('is found whatever its folder, case and spelling of accents, and without its extension', () => {
    const found = finderOf('letters/MU\u0308LLER.pdf', 'Invoice 7.pdf', 'twice.pdf', 'twice.docx')
    expect(['Müller.pdf', 'müller', 'invoice  7.PDF', 'C:\\x\\Invoice 7.pdf'].map(found)).toEqual(['0', '0', '1', '1'])
    expect(['twice', 'Invoice-7.pdf', ''].map(found)).toEqual([undefined, undefined, undefined])
    expect(fileKey('a/b\\ C.pdf ')).toBe('c.pdf')
  })

  it('is found although a slash in its name is written in another way, unless several files fit', () => {
    const found = finderOf(
      'Letter 1-24.pdf',
      'Letter 2_24.pdf',
      'Letter 3 24.pdf',
      'Letter 4-24.pdf',
      'Letter 4_24.pdf',
      '24.pdf',
    )
    const references = ['1/24', '2/24', '3/24', '4/24', '5/24']
    expect(references.map((each) => found(each, 'Letter {File}.pdf'))).toEqual(['0', '1', '2', undefined, undefined])
  })

  it.each<[string, boolean]>([
    ['Invoice-Schroeder.pdf', true],
    ['Invoice-Schröder.pdf', true],
    ['SCHRODER.pdf', true],
    ['Lee-invoice.pdf', true],
    ['invoice_wu_7.pdf', true],
    ['Nowak-Wisniewska.pdf', true],
    ['Invoice-7.pdf', false],
    ['Mueller.pdf', false],
    ['Müller and Schröder.pdf', false],
    ['anna-schröder.pdf', false],
    ['Leeds.pdf', false],
    ['van Gogh.pdf', false],
    ['de.pdf', false],
  ])('named %s is doubtful for Anna Müller: %s', (name, expected) => {
    const anna = { id: 'a', firstName: 'Anna', lastName: 'Müller' }
    const others = ['Schröder', 'Lee', 'Wu', 'Wiśniewska', 'van den Berg', 'de Vries']
    const owners = lastNames([anna, ...others.map((lastName) => ({ id: lastName, firstName: '', lastName }))], [])
    expect(namesAnother(name, anna, owners)).toBe(expected)
  })

  it.each<[string, Record<string, number>, number, string[]]>([
    ['each has their own', { 'Invoice-1.pdf': 1, 'Invoice-2.pdf': 1 }, 2, []],
    ['a file goes to two of three', { 'Invoice-1.pdf': 2, 'Invoice-2.pdf': 1 }, 3, ['Invoice-1.pdf (2)']],
    ['a file goes to all', { 'Prices.pdf': 3 }, 3, []],
    ['a file goes to all and is named after one', { 'Invoice-Mueller.pdf': 3 }, 3, ['Invoice-Mueller.pdf (3)']],
    [
      'several are shared: those named after somebody first',
      { 'de.pdf': 2, 'en.pdf': 900, 'Lee.pdf': 2, 'fr.pdf': 1, 'Prices.pdf': 999 },
      999,
      ['Lee.pdf (2)', 'en.pdf (900)', 'de.pdf (2)'],
    ],
  ])('is recognized as shared: %s', (_, counts, recipients, expected) => {
    const people = ['Müller', 'Lee', ''].map((lastName, id) => ({ id: String(id), firstName: '', lastName }))
    const owners = lastNames(people, Object.keys(counts))
    const uses = new Map(Object.entries(counts).map(([name, count]) => [{ name }, count]))
    const found = sharedFiles(uses, recipients, owners)
    expect(found.map(({ file, count }) => `${file.name} (${count})`)).toEqual(expected)
  })

  it('is not doubtful because of a word that most files contain', () => {
    const anna = { id: 'a', firstName: 'Anna', lastName: 'Müller' }
    const people = [anna, { id: 'b', firstName: 'Theresa', lastName: 'May' }]
    const names = ['Invoice-May-1.pdf', 'Invoice-May-2.pdf', 'Letter.pdf']
    expect(names.map((name) => namesAnother(name, anna, lastNames(people, names)))).toEqual([false, false, false])
    expect(namesAnother('Invoice-May-1.pdf', anna, lastNames(people, ['Invoice-May-1.pdf', '1.pdf', '2.pdf']))).toBe(
      true,
    )
  })
})
