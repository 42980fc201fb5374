import { EMAIL_LANGUAGES } from '#domain/content/email-languages.ts'
import { enumType } from './schema-builder.ts'

export const EmailLanguageEnum = enumType('EmailLanguage', {
  description: 'Language of an email: its dates, amounts, salutations and footer.',
  values: EMAIL_LANGUAGES,
})
