import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { isValidEmail } from '../contacts/contacts.ts'
import { tagValues } from './merge-tags.ts'
import {
  addressListProblem,
  compileSender,
  fillSender,
  senderProblem,
  SENDER_LIMITS,
  type SenderTexts,
} from './sender-fields.ts'

const recipient = {
  firstName: 'Zoë',
  lastName: 'Adams',
  email: 'zoe@example.com',
  fields: {
    Manager: 'Lee, Ann',
    'Manager Email': 'ann@example.com',
    Team: 'bo@example.com; Cy <cy@example.com>',
    Broken: 'n/a',
    Empty: ' ',
    Evil: 'x@example.com>, evil@example.com\r\nBcc: y@example.com',
  },
}
const fill = (texts: SenderTexts, fields: Record<string, string> = recipient.fields) =>
  fillSender(compileSender(texts), tagValues({ ...recipient, fields }), recipient.email)
const written = (people: readonly { name: string; address: string }[]) =>
  people.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))

describe('the addresses in a CC or BCC field', () => {
  it.each<[string, string[], boolean]>([
    ['', [], false],
    ['  , ;', [], false],
    ['a@example.com, b@example.com;c@example.com', ['a@example.com', 'b@example.com', 'c@example.com'], false],
    ['Ann Lee <ann@example.com>', ['Ann Lee <ann@example.com>'], false],
    ['"Lee, \\"Ann\\"" <ann@example.com>', ['Lee, "Ann" <ann@example.com>'], false],
    ['{Manager Email}', ['ann@example.com'], false],
    ['{Manager} <{Manager Email}>', ['Lee, Ann <ann@example.com>'], false],
    ['{Nobody|sales@example.com}', ['sales@example.com'], false],
    ['{Nobody|a@example.com, b@example.com}', ['a@example.com', 'b@example.com'], false],
    ['{Team}', ['bo@example.com', 'cy@example.com'], false],
    ['{firstName}.x@example.com', ['Zoë.x@example.com'], false],
    ['{Empty}', [], true],
    ['{Broken}, b@example.com', ['b@example.com'], true],
    ['{Evil}', [], true],
    ['{Evil} <a@example.com>', ['x@example.com>, evil@example.com Bcc: y@example.com <a@example.com>'], false],
    ['a@example.com, A@EXAMPLE.com, zoe@example.com', ['a@example.com'], false],
  ])('are read from “%s”', (cc, people, isLacking) => {
    const envelope = fill({ cc })
    expect(written(envelope.cc)).toEqual(people)
    expect(envelope.lacking).toEqual(isLacking ? ['cc'] : [])
  })

  it('include no person twice, and not the recipient', () => {
    const envelope = fill({ cc: '{Manager Email}', bcc: 'ANN@example.com, zoe@example.com, b@example.com' })
    expect(written(envelope.bcc)).toEqual(['b@example.com'])
    expect(written(fill({ replyTo: 'zoe@example.com' }).replyTo)).toEqual(['zoe@example.com'])
  })

  it('are cut off when a value contains more than the limit', () => {
    const many = Array.from({ length: 30 }, (_, index) => `p${index}@example.com`).join(';')
    const envelope = fill({ bcc: '{Team}' }, { Team: many })
    expect(envelope.bcc).toHaveLength(SENDER_LIMITS.addresses)
    expect(envelope).toMatchObject({ lacking: [], crowded: ['bcc'] })
  })

  it('are at most as many as providers accept in a message', () => {
    const many = (name: string) => Array.from({ length: 100 }, (_, index) => `${name}${index}@example.com`).join(';')
    const { cc, bcc } = fill({ cc: '{A}, {B}', bcc: '{C}' }, { A: many('a'), B: many('b'), C: many('c') })
    expect(1 + cc.length + bcc.length).toBe(21)
  })

  it('are all valid whatever the values are, and no name contains a line break', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a@b.example', 'x <y@z.example>', '\r\nBcc: q@r.example', ',;<>"'),
    )
    fc.assert(
      fc.property(value, value, (one, other) => {
        const { cc, fromName } = fill(
          { cc: '{A} <{B}>, {A}, x{B}@example.com', fromName: '{A}{B}' },
          { A: one, B: other },
        )
        expect(cc.every(({ address }) => isValidEmail(address))).toBe(true)
        expect(`${fromName}${cc.map(({ name }) => name).join('')}`).not.toMatch(/[\r\n\0]/)
        expect(cc.length).toBeLessThanOrEqual(SENDER_LIMITS.addresses)
      }),
      { numRuns: inject('everything') ? 40 : 10 },
    )
  })
})

describe('the problem of a CC or BCC field for every recipient', () => {
  it.each([
    ['', null],
    ['a@example.com, {Anything}', null],
    ['{a}@example.com', null],
    ['ann', 'CC: “ann” is not an email address. Separate addresses with commas.'],
    [
      'a@example.com b@example.com',
      'CC: “a@example.com b@example.com” is not an email address. Separate addresses with commas.',
    ],
    ['Ann <ann>', 'CC: “Ann <ann>” is not an email address. Separate addresses with commas.'],
    [
      Array.from({ length: 11 }, (_, index) => `p${index}@example.com`).join(),
      'CC has 11 addresses, and the limit is 10. Remove some.',
    ],
  ])('is found, if there is one, in “%s”', (text, problem) => {
    expect(addressListProblem('cc', text)).toBe(problem)
  })

  it('names the first list that has a problem', () => {
    expect(senderProblem({ replyTo: 'a@example.com', bcc: 'x' })).toMatch(/^BCC: “x”/)
    expect(senderProblem({})).toBeNull()
  })

  it.each([
    ['fromName', 'From name'],
    ['replyTo', 'Reply-To'],
    ['cc', 'CC'],
    ['bcc', 'BCC'],
  ] as const)('includes conditions, which are refused in %s', (field, label) => {
    for (const text of ['{#if City is "Cork"}a@example.com{/if}', '{#if }', 'x {/if}', '{#else}']) {
      expect(senderProblem({ [field]: text })).toMatch(new RegExp(`^${label} cannot have conditions`))
    }
    expect(senderProblem({ fromName: 'Ann {#iffy} {City|everywhere}' })).toBeNull()
  })
})

it('the sender’s name is on one line, and empty if there is none', () => {
  expect(fill({ fromName: 'Ann for {firstName}\r\n' }).fromName).toBe('Ann for Zoë')
  expect(fill({ fromName: '{Empty}' }).fromName).toBe('')
  expect(fill({}).fromName).toBe('')
})
