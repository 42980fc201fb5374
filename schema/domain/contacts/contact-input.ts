import { z } from 'zod'
import { CONTACT_FIELD_NAMES, type CONTACT_FIELDS, entryOf, type ContactFieldName } from './contact-fields.ts'
import { cleanLine, CONTACT_LIMITS, isValidEmail } from './contacts.ts'

const name = (label: string) =>
  z
    .string(`${label} is required`)
    .overwrite(cleanLine)
    .min(1, `${label} is required`)
    .max(CONTACT_LIMITS.name, `${label} must be at most ${CONTACT_LIMITS.name} characters long`)

const email = () =>
  z
    .string('Valid email is required')
    .overwrite((value) => value.normalize('NFC').trim())
    .refine(isValidEmail, 'Valid email is required')

/**
 * Accepts a form's text or an integrator's number; empty means none, and a fraction is truncated (product:
 * contacts.add).
 */
const integer = (label: string) =>
  z
    .union([z.string(), z.number()], `${label} must be a number`)
    .nullish()
    .transform((value, context) => {
      if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return null
      const whole = Math.trunc(Number(value))
      if (Number.isNaN(whole)) {
        context.addIssue({ code: 'custom', message: `${label} must be a number` })
        return z.NEVER
      }
      if (Math.abs(whole) > CONTACT_LIMITS.integer) {
        context.addIssue({ code: 'custom', message: `${label} must be at most ${CONTACT_LIMITS.integer}` })
        return z.NEVER
      }
      return whole
    })

const RULES = { name, email, integer }

const shape = Object.fromEntries(
  CONTACT_FIELD_NAMES.map((field) => [field, RULES[entryOf(field).rule](entryOf(field).label)]),
) as { [Field in ContactFieldName]: ReturnType<(typeof RULES)[(typeof CONTACT_FIELDS)[Field]['rule']]> }

/** Fields of a contact added by hand (product: contacts.add). */
export const contactInput = z.object(shape)
