import { useQuery } from '@apollo/client/react'
import { useId } from 'react'
import {
  DEFAULT_LANGUAGE,
  EMAIL_LANGUAGES,
  LANGUAGE_NAMES,
  type EmailLanguage,
} from '#domain/content/email-languages.ts'
import { Select } from '#web/ui/select.tsx'
import { WORKSPACE_LANGUAGE } from '../../operations.ts'

const FOLLOW = 'workspace'

export interface LanguageChoiceProps {
  /** language of the email; null: that of the workspace */
  language: EmailLanguage | null
  onChange: (language: EmailLanguage | null) => void
}

/** The language of an email's dates, amounts and footer: by default, that of the workspace. */
export function LanguageChoice({ language, onChange }: LanguageChoiceProps) {
  const id = useId()
  const { data } = useQuery(WORKSPACE_LANGUAGE)
  const usual = data && LANGUAGE_NAMES[data.emailSettings.language ?? DEFAULT_LANGUAGE]
  return (
    <div className="flex min-w-0 items-center gap-2 sm:ml-auto">
      <label
        htmlFor={id}
        title="Language of dates, amounts, the footer and the unsubscribe page"
        className="text-ink-soft"
      >
        Language
      </label>
      <Select
        id={id}
        low
        value={language ?? FOLLOW}
        onChange={({ target }) => onChange(EMAIL_LANGUAGES.find((each) => each === target.value) ?? null)}
        options={[
          { value: FOLLOW, label: usual ? `Workspace language (${usual})` : 'Workspace language' },
          ...EMAIL_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        className="min-w-0"
      />
    </div>
  )
}
