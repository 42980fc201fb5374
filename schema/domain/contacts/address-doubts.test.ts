import { describe, expect, it } from 'vitest'
import { doubtAbout, mailboxKey, personKey } from './address-doubts.ts'

const TOP = new Set(['com', 'de', 'net', 'org', 'fr', 'co', 'cm', 'uk', 'io', 'it', 'museum', 'example', 'met', 'br'])
const doubt = (email: string) => doubtAbout(email, (name) => TOP.has(name))

describe('the check for misspelled email addresses', () => {
  it.each([
    ['ann@gmial.com', 'ann@gmail.com'],
    ['ann@gamil.com', 'ann@gmail.com'],
    ['ann@gmail.con', 'ann@gmail.com'],
    ['ann@gmail.co', 'ann@gmail.com'],
    ['ann@gmail.de', 'ann@gmail.com'],
    ['ann@gmaill.com', 'ann@gmail.com'],
    ['Ann.Lee@GMAL.com', 'ann.lee@gmail.com'],
    ['ann@hotmial.com', 'ann@hotmail.com'],
    ['ann@hotmail.cm', 'ann@hotmail.com'],
    ['ann@yahooo.com', 'ann@yahoo.com'],
    ['ann@outlok.de', 'ann@outlook.de'],
    ['ann@t-onlin.de', 'ann@t-online.de'],
    ['ann@somewhere.con', 'ann@somewhere.com'],
    ['ann@firm.dee', 'ann@firm.de'],
  ])('suspects %s and suggests %s', (email, meant) => expect(doubt(email)).toEqual({ kind: 'typo', meant }))

  it.each([
    ...['ann@gmail.com', 'ann@ymail.com', 'ann@mail.com', 'ann@email.com', 'ann@yahoo.fr', 'ann@yahoo.com.br'],
    ...['ann@hotmail.co.uk', 'ann@live.com', 'ann@gmx.de', 'ann@web.de', 'ann@firm.example', 'ann@startup.co'],
    ...['ann@museum.met', 'ann@hotmails.org'],
  ])('does not suspect %s', (email) => expect(doubt(email)).toBeNull())
})

it.each(['info@firm.de', 'no-reply@firm.de', 'NoReply@firm.de', 'info+news@firm.de', 'sekretariat@firm.de'])(
  'the address %s is recognized as one of a role, not of one person',
  (email) => expect(doubt(email)).toEqual({ kind: 'role' }),
)

it.each(['informatics@firm.de', 'ann.info@firm.de', 'it.ann@firm.de'])(
  'the address %s is not taken for one of a role',
  (email) => expect(doubt(email)).toBeNull(),
)

it('doubtAbout suspects a domain ending that does not exist', () => {
  expect(doubt('ann@firm.exampel')).toEqual({ kind: 'domain' })
  expect(doubt('info@firm.exampel')).toEqual({ kind: 'domain' })
})

it.each([
  ['Ann.Lee@gmail.com', 'annlee@googlemail.com', true],
  ['ann.lee+news@gmail.com', 'annlee@gmail.com', true],
  ['ann+a@firm.example', 'ANN@firm.example', true],
  ['ann.lee@firm.example', 'annlee@firm.example', false],
  ['+ann@firm.example', '@firm.example', false],
])('the addresses %s and %s lead to the same mailbox: %s', (one, other, same) =>
  expect(mailboxKey(one) === mailboxKey(other)).toBe(same),
)

it.each([
  [['Ann', 'Lee', 'ann@firm.example'], 'ann lee@firm.example'],
  [['Zoë', 'O’Neil-Ray', 'z@FIRM.example'], 'zoe oneilray@firm.example'],
  [['Ann', '', 'ann@firm.example'], null],
  [['Ann', 'Lee', 'ann@gmail.com'], null],
  [['Ann', 'Lee', 'ann@yahoo.co.uk'], null],
])(
  'the check for duplicates knows the contact %j as the person %s',
  ([firstName = '', lastName = '', email = ''], key) => expect(personKey({ firstName, lastName, email })).toBe(key),
)
