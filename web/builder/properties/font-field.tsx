import { ChevronDown } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuCheck, DropdownMenuLabel, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useBrandFonts } from '../brand-fonts.ts'
import type { TextFieldProps } from './text-field.tsx'

/** Fonts offered for emails: those of operating systems, because emails cannot embed any. */
const FONTS = [
  { name: 'Arial', stack: 'Arial, sans-serif' },
  { name: 'Helvetica', stack: 'Helvetica, Arial, sans-serif' },
  { name: 'Verdana', stack: 'Verdana, Geneva, sans-serif' },
  { name: 'Tahoma', stack: 'Tahoma, Geneva, sans-serif' },
  { name: 'Trebuchet', stack: 'Trebuchet MS, Tahoma, sans-serif' },
  { name: 'Georgia', stack: 'Georgia, Times New Roman, serif' },
  { name: 'Times', stack: 'Times New Roman, Times, serif' },
  { name: 'Courier', stack: 'Courier New, Courier, monospace' },
] as const

const listOf = (fonts: string) => fonts.split(',').map((font) => font.trim().replace(/^['"]|['"]$/g, ''))

/** Returns the name of the first font in a CSS font list: `'Helvetica Neue', Arial` is Helvetica Neue. */
const nameOf = (fonts: string): string =>
  FONTS.find(({ stack }) => listOf(stack).join() === listOf(fonts).join())?.name ?? listOf(fonts)[0] ?? ''

/**
 * Returns the CSS font list for a typed font name: with similar fonts as fallbacks if the name is known, else the text
 * unchanged.
 */
const fontsOf = (typed: string): string =>
  FONTS.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())?.stack ?? typed

/** Returns the fonts that `others` does not contain, each name once. */
const unlike = (fonts: readonly string[], others: readonly string[]): string[] =>
  fonts.filter((font, index) => ![...others, ...fonts.slice(0, index)].some((other) => nameOf(other) === nameOf(font)))

export interface FontFieldProps extends TextFieldProps {
  /** Called when a font was chosen from the list; default: as if it was typed. */
  onChoose?: (fonts: string) => void
}

/**
 * A font as free text, with suggestions: the brand's fonts, then those that every email client has. It reads as one plain name; the fonts that stand in
 * for it show while it is being edited.
 */
export function FontField({
  label,
  value,
  onChange,
  onChoose = onChange,
  onRest,
  problem,
  placeholder,
  disabled,
}: FontFieldProps) {
  const brand = useBrandFonts()
  const ownFonts = unlike(brand, [])
  const choice = (stack: string) => (
    <DropdownMenuCheck key={stack} checked={nameOf(value) === nameOf(stack)} onSelect={() => onChoose(stack)}>
      <span style={{ fontFamily: stack }}>{nameOf(stack)}</span>
    </DropdownMenuCheck>
  )
  const [isEdited, setEdited] = useState(false)
  return (
    <Field label={label} hint={problem}>
      <span className="relative block">
        <Input
          value={isEdited ? value : nameOf(value)}
          title={value || undefined}
          disabled={disabled}
          placeholder={placeholder === undefined ? undefined : nameOf(placeholder)}
          onFocus={() => setEdited(true)}
          maxLength={FIELD_MAX.style}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            setEdited(false)
            if (fontsOf(value) !== value) onChange(fontsOf(value))
            onRest()
          }}
          className="pr-10"
        />
        <DropdownMenu
          trigger={
            <Button
              variant="quiet"
              disabled={disabled}
              aria-label={`Pick ${label.toLowerCase()}`}
              className="absolute inset-y-0.5 right-0.5 h-auto w-8 px-0 pointer-coarse:h-auto"
            >
              <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {ownFonts.length > 0 && (
            <>
              <DropdownMenuLabel>Your brand</DropdownMenuLabel>
              {ownFonts.map(choice)}
              <DropdownMenuSeparator />
            </>
          )}
          {unlike(
            FONTS.map(({ stack }) => stack),
            ownFonts,
          ).map(choice)}
        </DropdownMenu>
      </span>
    </Field>
  )
}
