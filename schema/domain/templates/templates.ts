import { z } from 'zod'
import { TEXT_LIMITS } from '../content/text-limits.ts'

/** Saved templates (product: templates.fields). */

export const templateInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Template name is required')
    .max(TEXT_LIMITS.templateName, `Template name must be at most ${TEXT_LIMITS.templateName} characters long`)
    .refine((value) => !/[\r\n\0]/.test(value), 'Template name must be one line'),
  subject: z
    .string()
    .max(TEXT_LIMITS.subject, `Subject must be at most ${TEXT_LIMITS.subject} characters long`)
    .refine((value) => !/[\r\n\0]/.test(value), 'Subject must be one line'),
  content: z
    .string()
    .max(TEXT_LIMITS.content, `Content must be at most ${TEXT_LIMITS.content.toLocaleString('en')} characters long`)
    .refine((value) => !value.includes('\0'), 'Content must not contain NUL characters'),
})

/** A template to save: words, or a document of the builder, whose content is rendered from it. */
export const templateToSave = templateInput.extend({
  content: templateInput.shape.content.default(''),
  htmlTemplate: z.unknown().optional(),
})

/** Changes of a template; what is left out stays. `htmlTemplate: null` takes the builder's document away. */
export const templateChanges = templateInput.extend({ htmlTemplate: z.unknown() }).partial()
