import { expect, it } from 'vitest'
import { mailboxName, ownerText } from './mailbox-name.ts'

const mailbox = { email: 'info@acme.example', isMine: false, owner: { name: 'Bo Ek' } }

it("mailboxName includes the owner of a colleague’s mailbox, but not of the user's own", () => {
  expect(mailboxName(mailbox)).toBe('info@acme.example (Bo Ek’s mailbox)')
  expect(mailboxName({ ...mailbox, isMine: true })).toBe('info@acme.example')
  expect(ownerText({ isMine: false, owner: null })).toBe('a former colleague’s mailbox')
})
