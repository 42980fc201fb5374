import { z } from 'zod'
import { cleanEmail } from '../../../contacts/contacts.ts'
import { isHeaderAddress } from '../../../content/sender-fields.ts'
import { SECURITIES } from './mail-hosts.ts'

/** Rules for what a person types to connect a mailbox by address and password. */

const NO_CONTROLS = /^\P{Cc}*$/u
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/

const address = z
  .string()
  .max(1_000)
  .transform(cleanEmail)
  .refine(
    (email) => isHeaderAddress(email) && email.length <= 254,
    'Enter a whole email address, such as ada@example.com',
  )
  .transform((email) => `${email.slice(0, email.lastIndexOf('@'))}${email.slice(email.lastIndexOf('@')).toLowerCase()}`)

export const mailServerInput = z.object({
  host: z.string().trim().toLowerCase().regex(HOST_NAME, 'Enter the name of the server, such as smtp.example.com'),
  port: z.int().min(1, 'Enter a port from 1 to 65535').max(65_535, 'Enter a port from 1 to 65535'),
  security: z.enum(SECURITIES),
  user: z
    .string()
    .trim()
    .min(1, 'Enter the user name')
    .max(320, 'The user name must be at most 320 characters long')
    .regex(NO_CONTROLS, 'The user name has characters that no server accepts'),
})

export const findServersInput = z.object({ email: address })

export const connectSmtpInput = z.object({
  email: address,
  password: z
    .string()
    .min(1, 'Enter the password')
    .max(1_024, 'The password must be at most 1,024 characters long')
    .regex(NO_CONTROLS, 'The password has characters that no server accepts'),
  name: z.string().trim().max(200, 'The name must be at most 200 characters long').regex(NO_CONTROLS).default(''),
  smtp: mailServerInput,
  /** IMAP server; null: the mailbox only sends */
  imap: mailServerInput.nullable().default(null),
})
export type ConnectSmtpInput = z.output<typeof connectSmtpInput>
