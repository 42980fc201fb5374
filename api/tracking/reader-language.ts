import type { Request } from 'express'
import { DEFAULT_LANGUAGE, EMAIL_LANGUAGES, type EmailLanguage } from '#domain/content/email-languages.ts'

/**
 * Returns the language that the reader's browser asks for, for links that lead to no email whose language could be
 * used.
 */
export const languageOfReader = (request: Request): EmailLanguage => wantedLanguage(request) ?? DEFAULT_LANGUAGE

/**
 * Returns the language of a page reached from an email: the email's language, unless the reader's browser names only
 * other languages that Mergewell has.
 */
export const languageOfPage = (request: Request, ofEmail: EmailLanguage): EmailLanguage =>
  request.acceptsLanguages([ofEmail]) ? ofEmail : (wantedLanguage(request) ?? ofEmail)

function wantedLanguage(request: Request): EmailLanguage | undefined {
  const wanted = request.acceptsLanguages([...EMAIL_LANGUAGES])
  return EMAIL_LANGUAGES.find((language) => language === wanted)
}
