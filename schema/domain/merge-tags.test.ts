import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTemplate, fillTemplate, findTags, tagValues, type MergeTarget } from './merge-tags.ts'

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  fields: { 'Company Name': 'Engines & Co', Plan: '' },
}
const fill = (text: string, target: MergeTarget = 'text', person = ada) =>
  fillTemplate(compileTemplate(text), tagValues(person), target)

describe('merge tags', () => {
  it.each([
    ['Hello {firstName}', 'Hello Ada'],
    ['{lastName}, {fullName}', 'Lovelace, Ada Lovelace'],
    ['{email}', 'ada@example.com'],
    ['{FIRSTNAME} {first_name} {First Name}', 'Ada Ada Ada'],
    ['at {Company Name} or {companyname}', 'at Engines & Co or Engines & Co'],
    ['your {Plan|free} plan', 'your free plan'],
    ['your {Plan} plan', 'your  plan'],
    ['{nobodyKnows|there} {nobodyKnows}!', 'there !'],
    ['p{color:red;margin:0} {} { } {|x}', 'p{color:red;margin:0} {} { } {|x}'],
    ['{{firstName}}', '{Ada}'],
  ])('turns %s into %s', (text, result) => {
    expect(fill(text)).toBe(result)
  })

  it('escapes values and fallbacks for HTML', () => {
    expect(fill('<b>{Company Name}</b> {x|<i>}', 'html')).toBe('<b>Engines &amp; Co</b> &lt;i&gt;')
  })

  it('keeps a value from starting a new header line', () => {
    const person = { ...ada, firstName: 'Ada\r\nBcc: all@example.com' }
    expect(fill('Hi {firstName}', 'subject', person)).toBe('Hi Ada Bcc: all@example.com')
  })

  it('lists each tag once, in order, however it is spelled', () => {
    expect(findTags('{First Name} {plan|x} {firstName} {email}')).toEqual(['First Name', 'plan', 'email'])
  })

  it('never lets a value bring markup into HTML or a line break into a subject', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, fallback) => {
        const person = { ...ada, firstName: value }
        const tag = `{firstName|${fallback.replace(/[{}\r\n]/g, '')}}`
        expect(fill(tag, 'html', person)).not.toMatch(/[<>"']/)
        expect(fill(tag, 'subject', person)).not.toMatch(/[\r\n]/)
      }),
    )
  })
})
