import { expect, test } from 'vitest'
import { recognizeHeaders } from '#domain/contacts/contact-columns.ts'
import { fitting, leftOutRow } from './contacts-over-plan-limit.ts'

const contact = (email: string, over: object = {}) => ({
  row: 2,
  firstName: '',
  lastName: '',
  email,
  serialNumber: null,
  fields: {},
  replaced: [],
  ...over,
})

test("beyond the plan's limit, the first new contacts of an upload are added; existing ones always are", () => {
  const contacts = ['a@x.co', 'Known@x.co', 'b@x.co', 'c@x.co'].map((email) => contact(email))
  const { kept, leftOut } = fitting(contacts, new Map([['known@x.co', true]]), 2)
  expect([kept, leftOut].map((some) => some.map(({ email }) => email))).toEqual([
    ['a@x.co', 'Known@x.co', 'b@x.co'],
    ['c@x.co'],
  ])
})

test("a contact that is left out because of the plan's limit keeps the columns of its sheet", () => {
  const columns = recognizeHeaders(['Lfd. Nr.', 'Name', 'E-Mail', '', 'Telefon', 'Kein Tracking'])
  const left = contact('ida@x.co', {
    title: 'Dr.',
    firstName: 'Ida',
    lastName: 'Lang',
    serialNumber: 7,
    untracked: true,
    fields: { TELEFON: '089', Title: 'Dr.' },
  })
  expect(leftOutRow(left, columns)).toEqual({
    row: 2,
    reason: 'Your plan has no room for this contact',
    values: [
      ['Lfd. Nr.', '7'],
      ['Name', 'Dr. Ida Lang'],
      ['E-Mail', 'ida@x.co'],
      ['Telefon', '089'],
      ['Kein Tracking', 'yes'],
    ],
  })
})
