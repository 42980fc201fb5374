import type { Request } from 'express'
import { DEFAULT_LANGUAGE, EMAIL_LANGUAGES, type EmailLanguage } from '#domain/content/email-languages.ts'

/** Returns the language that the reader's browser asks for: a link that leads to no email has none. */
export const languageOfReader = (request: Request): EmailLanguage => wantedLanguage(request) ?? DEFAULT_LANGUAGE

/** Returns the language of an email's page: that of the email, unless the reader's browser names only others that we speak. */
export const languageOfPage = (request: Request, ofEmail: EmailLanguage): EmailLanguage =>
  request.acceptsLanguages([ofEmail]) ? ofEmail : (wantedLanguage(request) ?? ofEmail)

function wantedLanguage(request: Request): EmailLanguage | undefined {
  const wanted = request.acceptsLanguages([...EMAIL_LANGUAGES])
  return EMAIL_LANGUAGES.find((language) => language === wanted)
}
