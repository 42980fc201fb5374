import { z } from 'zod'
import { EMAIL_LANGUAGES } from './email-languages.ts'

/** A chosen language; null: the default. */
export const languageInput = z
  .enum(EMAIL_LANGUAGES, `The language must be one of ${EMAIL_LANGUAGES.join(', ')}`)
  .nullish()
