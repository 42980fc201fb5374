import { expect, it } from 'vitest'
import { splitQuoted } from './quoted.ts'

it.each<[string, string, string, string]>([
  ['Gmail', 'Yes, please.\n\nOn Mon, 27 Jul 2026 at 09:00, Ada <ada@x.test> wrote:\n> Hello', 'Yes, please.', 'On Mon'],
  [
    'Gmail, wrapped',
    'Yes.\n\nOn Mon, 27 Jul 2026 at 09:00, Ada Lovelace\n<ada@x.test> wrote:\n\n> Hello',
    'Yes.',
    'On Mon',
  ],
  ['Gmail in German', 'Ja.\n\nAm Mo., 27. Juli 2026 um 09:00 Uhr schrieb Ada\n<ada@x.test>:\n> Hallo', 'Ja.', 'Am Mo'],
  ['Apple Mail in French', 'Oui.\n\nLe 27 juil. 2026 à 09:00, Ada a écrit :\n> Bonjour', 'Oui.', 'Le 27'],
  ['Outlook', 'Yes.\n\n________________________________\nFrom: Ada <ada@x.test>\nSent: Monday\nHello', 'Yes.', '____'],
  ['Outlook in German', 'Ja.\n\nVon: Ada <ada@x.test>\nGesendet: Montag, 27. Juli 2026\nAn: Bo\nHallo', 'Ja.', 'Von:'],
  ['old Outlook', 'Yes.\r\n\r\n-----Original Message-----\r\nHello', 'Yes.', '-----Original'],
  ['Japanese', 'はい。\n\n2026年7月27日(月) 9:00 Ada <ada@x.test> のメッセージ:\n> こんにちは', 'はい。', '2026年'],
])('folds what is quoted by %s', (_, text, written, quoted) => {
  const split = splitQuoted(text)
  expect(split.text).toBe(written)
  expect(split.quoted.startsWith(quoted)).toBe(true)
})

it.each([
  'Yes, please.',
  'From: now on, call me Bo.\nThanks',
  'On Monday I wrote a letter.\nSee you',
  '> When?\nOn Monday.\n> Where?\nHere.',
])('leaves a text without a quote below: %s', (text) => {
  expect(splitQuoted(text)).toEqual({ text, quoted: '' })
})
