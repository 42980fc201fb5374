import { useState } from 'react'
import {
  DEFAULT_LANGUAGE,
  EMAIL_LANGUAGES,
  LANGUAGE_NAMES,
  type EmailLanguage,
} from '#domain/content/email-languages.ts'
import { COMPANY_NAME_MAX, POSTAL_ADDRESS_MAX, type EmailSettingsInput } from '#domain/settings/setting-register.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface EmailFooterProps {
  companyName: string | null
  address: string | null
  disabled: boolean
  onChange: (part: Pick<EmailSettingsInput, 'companyName' | 'postalAddress'>) => void
}

/** Settings for the company name and postal address at the end of campaign emails (product: email.postal-address). */
export function EmailFooter({ companyName, address, disabled, onChange }: EmailFooterProps) {
  const company = useTyped(companyName, (next) => onChange({ companyName: next }))
  const postal = useTyped(address, (next) => onChange({ postalAddress: next }))
  return (
    <Card
      title="Company and address"
      description="Every campaign email ends with your company and address. Many countries require them in marketing emails, and spam filters look for them."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Field label="Company name" optional hint="Also shown on the unsubscribe page.">
          <Input {...company} disabled={disabled} maxLength={COMPANY_NAME_MAX} autoComplete="organization" />
        </Field>
        <Field label="Postal address" optional>
          <Textarea {...postal} rows={3} disabled={disabled} maxLength={POSTAL_ADDRESS_MAX} />
        </Field>
      </div>
    </Card>
  )
}

interface EmailLanguageSettingProps {
  /** language of the emails; null: English */
  language: EmailLanguage | null
  disabled: boolean
  onChange: (part: Pick<EmailSettingsInput, 'language'>) => void
}

/** Setting for the language of texts that the product adds to emails (product: email.language). */
export function EmailLanguageSetting({ language, disabled, onChange }: EmailLanguageSettingProps) {
  return (
    <Card title="Language">
      <Field
        label="Language of your emails"
        hint="Used for dates, amounts, the footer and the unsubscribe page. A campaign can use another one."
        className="sm:max-w-64"
      >
        <Select
          value={language ?? DEFAULT_LANGUAGE}
          disabled={disabled}
          onChange={({ target }) =>
            onChange({ language: EMAIL_LANGUAGES.find((each) => each === target.value) ?? null })
          }
          options={EMAIL_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </Field>
    </Card>
  )
}

/** Holds a text that is saved when its field loses the focus; null when it is empty. */
function useTyped(saved: string | null, save: (text: string | null) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? saved ?? ''
  return {
    value,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: () => {
      const next = value.trim() || null
      setTyped(null)
      if (next !== saved) save(next)
    },
  }
}
