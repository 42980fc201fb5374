import { z } from 'zod'
import { cleanLine, CONTACT_LIMITS, isValidEmail } from './contacts.ts'

const name = (label: string) =>
  z
    .string(`${label} is required`)
    .overwrite(cleanLine)
    .min(1, `${label} is required`)
    .max(CONTACT_LIMITS.name, `${label} must be at most ${CONTACT_LIMITS.name} characters long`)

/**
 * Accepts a form's text or an integrator's number; empty means none, and a fraction is truncated (product:
 * contacts.add).
 */
const serialNumber = z
  .union([z.string(), z.number()], 'Serial number must be a number')
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return null
    const integer = Math.trunc(Number(value))
    if (Number.isNaN(integer)) {
      context.addIssue({ code: 'custom', message: 'Serial number must be a number' })
      return z.NEVER
    }
    if (Math.abs(integer) > CONTACT_LIMITS.serialNumber) {
      context.addIssue({ code: 'custom', message: 'Serial number must be at most 2147483647' })
      return z.NEVER
    }
    return integer
  })

/** One contact added by hand (product: contacts.add). */
export const contactInput = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  email: z
    .string('Valid email is required')
    .overwrite((value) => value.normalize('NFC').trim())
    .refine(isValidEmail, 'Valid email is required'),
  serialNumber,
})
