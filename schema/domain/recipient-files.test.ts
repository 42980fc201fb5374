import { describe, expect, it } from 'vitest'
import { tagValues } from './merge-tags.ts'
import {
  compilePattern,
  fileFinder,
  fileKey,
  lastNames,
  namesAnother,
  shiftedFrom,
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

describe('the file of a recipient', () => {
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
  ])('is wanted by the name %s with %o: %o', (pattern, fields, expected) => {
    expect(wantedFiles(compilePattern(pattern), values(fields)).map(({ name }) => name)).toEqual(expected)
  })

  it('is found whatever its folder, case, spelling of accents, and without its extension', () => {
    const found = finderOf('letters/MU\u0308LLER.pdf', 'Invoice 7.pdf', 'twice.pdf', 'twice.docx')
    expect(['Müller.pdf', 'müller', 'invoice  7.PDF', 'C:\\x\\Invoice 7.pdf'].map(found)).toEqual(['0', '0', '1', '1'])
    expect(['twice', 'Invoice-7.pdf', ''].map(found)).toEqual([undefined, undefined, undefined])
    expect(fileKey('a/b\\ C.pdf ')).toBe('c.pdf')
  })

  it('is found by what people write for a slash, unless several files fit', () => {
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

  it('is doubtful if its name is that of another recipient', () => {
    const anna = { id: 'a', firstName: 'Anna', lastName: 'Müller' }
    const ben = { id: 'b', firstName: 'Ben', lastName: 'Schröder' }
    const owners = lastNames([anna, ben])
    const doubtful = (name: string) => namesAnother(name, anna, owners)
    expect(['Invoice-Schroeder.pdf', 'Invoice-Schröder.pdf', 'SCHRODER.pdf'].map(doubtful)).toEqual([false, true, true])
    expect(['Invoice-7.pdf', 'Mueller.pdf', 'Müller and Schröder.pdf', 'anna-schröder.pdf'].map(doubtful)).toEqual([
      ...[false, false, false, false],
    ])
  })
})

describe('columns that shifted', () => {
  const people = Array.from({ length: 40 }, (_, index) => {
    const lastName = `Name${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}xy`
    return { firstName: 'Q', lastName, email: `${lastName.toLowerCase()}@example.com` }
  })
  const shifted = (from: number) =>
    people.map((person, index) => (index < from ? person : { ...person, email: people[(index + 1) % 40]?.email ?? '' }))

  it('are found from the first row that no longer fits', () => {
    expect(shiftedFrom(people)).toBeNull()
    expect(shiftedFrom(shifted(20))).toBe(20)
    expect(shiftedFrom(shifted(34))).toBe(34)
  })

  it('are not suspected in short lists, or where addresses never had names', () => {
    expect(shiftedFrom(shifted(38))).toBeNull()
    expect(shiftedFrom(shifted(0))).toBeNull()
    expect(shiftedFrom(people.map((person, index) => ({ ...person, email: `info${index}@example.com` })))).toBeNull()
    expect(shiftedFrom([])).toBeNull()
  })

  it('are not suspected because of umlauts', () => {
    const same = people.map((person, index) =>
      index < 20 ? person : { firstName: '', lastName: 'Größer', email: 'groesser@x.de' },
    )
    expect(shiftedFrom(same)).toBeNull()
  })
})
