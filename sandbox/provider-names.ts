import { createHash, randomBytes } from 'node:crypto'

/** The providers that the sandbox imitates. `smtp` is a host with SMTP and IMAP, see smtp/mail-host.ts. */
export const VENDORS = ['microsoft', 'google', 'smtp'] as const

export type Vendor = (typeof VENDORS)[number]

export const VENDOR_LABEL: Record<Vendor, string> = {
  microsoft: 'Microsoft 365',
  google: 'Google',
  smtp: 'SMTP and IMAP',
}

export function isVendor(value: unknown): value is Vendor {
  return VENDORS.includes(value as Vendor)
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const uuidFrom = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`

/** The provider's permanent id of a person: a UUID at Microsoft (oid), 21 digits at Google (sub). */
export function subjectOf(vendor: Vendor, email: string): string {
  const hex = digest(`${vendor}:${email}`)
  return vendor === 'microsoft' ? uuidFrom(hex) : `1${(BigInt(`0x${hex}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

/** The Microsoft tenant id of an address: one per domain. */
export function tenantOf(email: string): string {
  return uuidFrom(digest(`tenant:${email.slice(email.lastIndexOf('@') + 1)}`))
}

export const secretToken = (prefix: string): string => prefix + randomBytes(48).toString('base64url')

/** Ids look like the providers' own, including `=`, to catch clients that do not encode them. */
export const newId = {
  graphImmutable: (): string => `AAkALgAAAAAAHYQD${randomBytes(36).toString('base64url')}=`,
  graphRest: (): string => `AAMkAGI2TG93AAA${randomBytes(36).toString('base64url')}=`,
  gmail: (): string => `19${randomBytes(7).toString('hex')}`,
  gmailDraft: (): string => `r-${(randomBytes(8).readBigUInt64BE() >> 1n).toString()}`,
  upload: (): string => randomBytes(18).toString('hex'),
  queue: (): string => randomBytes(8).toString('hex').toUpperCase(),
}

/** The Message-ID that Microsoft and Google put on accepted messages, whatever the sender wrote. */
export function newInternetId(vendor: Exclude<Vendor, 'smtp'>): string {
  return vendor === 'microsoft'
    ? `<SBXPR${randomBytes(12).toString('hex').toUpperCase()}@SBXPR01MB0001.sandbox.prod.outlook.com>`
    : `<CA${randomBytes(30).toString('base64url')}@mail.gmail.com>`
}
