import { expect, it } from 'vitest'
import { gapFinder } from './missing-values.ts'

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
])('the search for missing values finds what an email lacks: %s', (_, texts, fields, gaps) => {
  expect(gapFinder({ texts })(person(fields)).missing).toEqual(gaps)
})

it.each<[string, string[], Record<string, string>, string[]]>([
  ['a date', ['{Due|date:long}'], { Due: '2026-07-01' }, []],
  ['words instead of a date', ['{Due|date:long}'], { Due: 'asap' }, ['{Due|date:long}']],
  ['words instead of a date, with a fallback', ['{due|date:long|soon}'], { Due: 'asap' }, ['{due|date:long}']],
  ['no value', ['{Due|date:long}'], { Due: '' }, []],
  ['words in upper case', ['{Due|upper}'], { Due: 'asap' }, []],
  ['a date with the day first or not', ['{Due|date:long}'], { Due: '01/07/2026' }, ['{Due|date:long}']],
  ['a part that is not shown', ['{#if Due is not "n/a"}{Due|date:long}{/if}'], { Due: 'n/a' }, []],
])('the search for missing values finds values that a format cannot write: %s', (_, texts, fields, unread) => {
  expect(gapFinder({ texts })(person(fields)).unread).toEqual(unread)
})

it('the search for missing values reads dates in the language of the email', () => {
  expect(gapFinder({ texts: ['{Due|date:long}'], language: 'fr' })(person({ Due: '01/07/2026' })).unread).toEqual([])
})

it('the search for missing values evaluates conditions in the language of the email', () => {
  const texts = ['{#if Due above "05/06/2026"}{Sight}{/if}']
  expect(gapFinder({ texts, language: 'fr' })(person({ Due: '01/07/2026' })).missing).toEqual(['{Sight}'])
})

it('the search for missing values finds CC lists with an invalid address, and an empty sender name', () => {
  const gaps = gapFinder({
    texts: [],
    fromName: 'For {City}',
    cc: '{Boss}',
    bcc: 'a@example.com',
    replyTo: '{Owner|a@example.com}',
  })
  expect(gaps(person({ City: 'Rome', Boss: 'boss@example.com' }))).toEqual({ missing: [], unread: [] })
  expect(gaps(person({ Boss: 'n/a' }))).toEqual({ missing: ['{City}', 'CC'], unread: [] })
})
