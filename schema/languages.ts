import { EMAIL_LANGUAGES } from '#domain/content/languages.ts'
import { enumType } from './builder.ts'

export const EmailLanguageEnum = enumType('EmailLanguage', {
  description: 'Language of an email: its dates, amounts, salutations and footer.',
  values: EMAIL_LANGUAGES,
})
