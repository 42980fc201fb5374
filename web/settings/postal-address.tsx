import { useState } from 'react'
import { POSTAL_ADDRESS_MAX } from '#domain/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface PostalAddressProps {
  address: string | null
  disabled: boolean
  onChange: (address: string | null) => void
}

/** The address with which campaign emails end; saved when the field is left (product: email.postal-address). */
export function PostalAddress({ address, disabled, onChange }: PostalAddressProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? address ?? ''
  return (
    <Card
      title="Postal address"
      description="Every campaign email ends with it. Many countries require it in marketing emails, and spam filters look for it."
    >
      <Field label="Company and address" optional>
        <Textarea
          rows={3}
          value={shown}
          disabled={disabled}
          maxLength={POSTAL_ADDRESS_MAX}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            const next = shown.trim() || null
            setTyped(null)
            if (next !== address) onChange(next)
          }}
        />
      </Field>
    </Card>
  )
}
