/** Languages of an email: dates, amounts, salutations, the footer and the unsubscribe page (product: email.language). */
export const EMAIL_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number]

/** The language of an email whose campaign and workspace choose none. */
export const DEFAULT_LANGUAGE: EmailLanguage = 'en'

/** The name of each language, in itself. */
export const LANGUAGE_NAMES: Record<EmailLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
}
