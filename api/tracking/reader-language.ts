import type { Request } from 'express'
import { DEFAULT_LANGUAGE, EMAIL_LANGUAGES, type EmailLanguage } from '#domain/content/languages.ts'

/** Returns the language that the reader's browser asks for: a link that leads to no email has none. */
export function languageOfReader(request: Request): EmailLanguage {
  const wanted = request.acceptsLanguages([...EMAIL_LANGUAGES])
  return EMAIL_LANGUAGES.find((language) => language === wanted) ?? DEFAULT_LANGUAGE
}
