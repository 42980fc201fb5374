import { expect, test } from 'vitest'
import { severalAddresses } from './several-addresses-in-cell.ts'

test.each([
  ['a@x.com; b@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com,b@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com / b@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com\r\nb@x.com\nc@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['a@x.com | b@x.com;', ['a@x.com', 'b@x.com']],
  ['a@x.com und b@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com ::: b@x.com', ['a@x.com', 'b@x.com']],
  ['a@x.com, b@x.com; c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['Lee, Ann <a@x.com>; Bo <b@x.com>', ['a@x.com', 'b@x.com']],
  ['"Lee, Ann" <a@x.com>, b@x.com', ['a@x.com', 'b@x.com']],
  ['"Lee; Ann" <a@x.com>; "Bo" <b@x.com>', ['a@x.com', 'b@x.com']],
  ['a@x.com; A@X.com', ['a@x.com']],
  ['sales/eu@x.com; b@x.com', ['sales/eu@x.com', 'b@x.com']],
])('the spreadsheet cell %j contains the addresses %j', (text, addresses) =>
  expect(severalAddresses(text)).toEqual(addresses),
)

test.each(['', 'a@x.com', 'a@x.com;', 'Lee, Ann <a@x.com>', 'a@x.com; b(at)x.com', 'a@x.com; call first', 'a@b@x.com'])(
  'the spreadsheet cell %j is not read as several addresses',
  (text) => expect(severalAddresses(text)).toEqual([]),
)
