import { expect, it } from 'vitest'
import { gapFinder } from './gaps.ts'

const person = (fields: Record<string, string> = {}) => ({
  firstName: 'Zoë',
  lastName: '',
  email: 'zoe@example.com',
  fields,
})

it.each<[string, string[], Record<string, string>, string[]]>([
  ['a value is there', ['Dear {firstName}'], {}, []],
  ['an empty value', ['Dear {lastName}'], {}, ['{lastName}']],
  ['a fallback', ['Dear {lastName|you}'], {}, []],
  ['a fallback that is empty on purpose', ['Dear {lastName|}'], {}, []],
  ['a fallback in one of two places', ['{City|here}', '{City}'], {}, ['{City}']],
  ['an unknown column, told once', ['{City} {city}'], { City: ' ' }, ['{City}']],
  ['the unsubscribe link', ['{unsubscribeUrl}'], {}, []],
  ['a part that is not shown', ['{#if City is "Rome"}{Sight}{/if}'], { City: 'Paris' }, []],
  ['a part that is shown', ['{#if City is "Rome"}{Sight}{/if}'], { City: 'Rome' }, ['{Sight}']],
])('finds what an email lacks: %s', (_, texts, fields, gaps) => {
  expect(gapFinder({ texts })(person(fields))).toEqual(gaps)
})

it('judges conditions in the language of the email', () => {
  const texts = ['{#if Due above "05/06/2026"}{Sight}{/if}']
  expect(gapFinder({ texts, language: 'fr' })(person({ Due: '01/07/2026' }))).toEqual(['{Sight}'])
})

it('finds lists with an entry that is no address, and an empty name of the sender', () => {
  const gaps = gapFinder({
    texts: [],
    fromName: 'For {City}',
    cc: '{Boss}',
    bcc: 'a@example.com',
    replyTo: '{Owner|a@example.com}',
  })
  expect(gaps(person({ City: 'Rome', Boss: 'boss@example.com' }))).toEqual([])
  expect(gaps(person({ Boss: 'n/a' }))).toEqual(['{City}', 'CC'])
})
