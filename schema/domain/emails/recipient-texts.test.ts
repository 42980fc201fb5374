import { describe, expect, it } from 'vitest'
import { emailWords, fillWords } from './recipient-texts.ts'
import { EMAIL_LANGUAGES } from '../content/email-languages.ts'

describe("the product's own words in emails and on unsubscribe pages", () => {
  it.each(EMAIL_LANGUAGES)('need no HTML escaping and contain their placeholders in %s', (language) => {
    const words = emailWords(language)
    for (const [name, text] of Object.entries(words)) {
      expect(text, name).not.toMatch(/[<>&"']/)
      expect(text, name).toBe(text.normalize('NFC'))
      expect(text.trim(), name).not.toBe('')
    }
    for (const name of ['ask', 'suppressed', 'tracked', 'untracked'] as const) expect(words[name]).toContain('{sender}')
    for (const name of ['ask', 'suppressed'] as const) expect(words[name]).toContain('{email}')
    expect(words.footer).toMatch(/\s$/)
    expect(words.footerText).toMatch(/: $/)
  })

  it('differ in every language', () => {
    for (const name of ['footer', 'ask', 'tracked', 'missing'] as const) {
      expect(new Set(EMAIL_LANGUAGES.map((language) => emailWords(language)[name])).size).toBe(EMAIL_LANGUAGES.length)
    }
  })

  it('are filled with escaped names', () => {
    expect(fillWords('{sender} writes to {email}.', { sender: '<b>$&', email: '{sender}@x.test' })).toBe(
      '<strong>&lt;b&gt;$&amp;</strong> writes to <strong>{sender}@x.test</strong>.',
    )
  })
})
