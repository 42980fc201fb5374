import { z } from 'zod'

/** Secrets of an application with which an organization's administrator provides mailboxes (product: mailboxes.application). */

/** An application that the organization registered in its own directory at Microsoft (Entra ID). */
export const microsoftApplication = z.object({
  directory: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\da-z][\da-z.-]{2,99}$/, 'Enter the id of the directory, or one of its domains'),
  clientId: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/, 'Enter the id of the application'),
  clientSecret: z.string().trim().min(1, 'Enter the secret of the application').max(200),
})
export type MicrosoftApplication = z.output<typeof microsoftApplication>

/** The parts of a Google service account's key file that are used. */
export const googleApplication = z.object({
  client_email: z.email('This is not the key file of a service account'),
  private_key: z
    .string()
    .max(10_000)
    .regex(/-----BEGIN (RSA )?PRIVATE KEY-----/, 'This is not the key file of a service account'),
})
export type GoogleApplication = z.output<typeof googleApplication>
