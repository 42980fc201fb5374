import { ChevronDown } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { emptyDocument, readDocument } from '#domain/builder/builder-document.ts'
import { updateDocument } from '#domain/builder/element-moves.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuCheck } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useBuilder, useBuilderStore } from '../builder-store.ts'

/** Language of an email that states none. */
const UNSAID = 'en'

/** Languages by their native names. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  'pt-BR': 'Português (Brasil)',
  nl: 'Nederlands',
  sv: 'Svenska',
  da: 'Dansk',
  nb: 'Norsk',
  fi: 'Suomi',
  pl: 'Polski',
  cs: 'Čeština',
  tr: 'Türkçe',
  uk: 'Українська',
  ar: 'العربية',
  he: 'עברית',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
}

/** The language of the email, used for reading aloud, hyphenation and text direction: any tag, with suggestions. */
export function LanguageField() {
  const store = useBuilderStore()
  const lang = useBuilder((state) => state.history.present.lang)
  /** text typed but not yet applied */
  const [typed, setTyped] = useState<string | null>(null)
  const isRefused = typed !== null && !isLanguage(typed)

  function take(tag: string) {
    store.change((document) => updateDocument(document, { lang: tag === '' ? undefined : tag }))
    setTyped(null)
  }

  return (
    <Field
      label="Language"
      hint={LANGUAGES[(typed ?? lang ?? '').trim() || UNSAID]}
      error={isRefused ? 'Use a language code such as en or pt-BR.' : undefined}
    >
      <span className="relative block">
        <Input
          value={typed ?? lang ?? ''}
          placeholder={UNSAID}
          maxLength={35}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => typed !== null && isLanguage(typed) && take(typed.trim())}
          className="pr-10"
        />
        <DropdownMenu
          trigger={
            <Button
              variant="quiet"
              aria-label="Choose a language"
              className="absolute inset-y-0.5 right-0.5 h-auto w-8 px-0 pointer-coarse:h-auto"
            >
              <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <DropdownMenuCheck key={tag} checked={(lang ?? UNSAID) === tag} onSelect={() => take(tag)}>
              <span lang={tag}>{name}</span>
            </DropdownMenuCheck>
          ))}
        </DropdownMenu>
      </span>
    </Field>
  )
}

/** Returns whether an email can have this language; empty means the default. */
function isLanguage(text: string): boolean {
  const lang = text.trim()
  return lang === '' || 'document' in readDocument({ ...emptyDocument(), lang })
}
