import { X } from './generated/icons.ts'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { cn } from './class-names.ts'
import { useFieldProps } from './field.tsx'
import { BOX } from './input.tsx'

export interface TagInputProps {
  /** Accessible name outside a Field. */
  label?: string
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Existing tags, offered while typing. */
  suggestions?: readonly string[]
  placeholder?: string
  /** Maximum length of a tag in characters. */
  maxLength?: number
}

/** A token input: Enter, a comma or blur adds the typed text, Backspace in the empty box removes the last token. */
export function TagInput({ label, value, onChange, suggestions = [], placeholder, maxLength }: TagInputProps) {
  const wiring = useFieldProps()
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const has = (tag: string) => value.some((known) => known.toLowerCase() === tag.toLowerCase())

  function add(typed: string) {
    const tags = typed
      .split(',')
      .map((tag) => tag.replaceAll(/\s+/g, ' ').trim())
      .filter((tag, index, all) => tag !== '' && !has(tag) && all.indexOf(tag) === index)
    setText('')
    if (tags.length > 0) onChange([...value, ...tags])
  }

  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1))
    }
  }

  return (
    <span
      className={cn(
        BOX,
        'flex min-h-9 flex-wrap items-center gap-1.5 px-1.5 py-1 pointer-coarse:min-h-11',
        'has-[input:focus-visible]:border-ink has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-ink',
      )}
    >
      {value.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-6.5 max-w-full items-center rounded-full border border-line bg-paper pl-2.5 text-xs font-strong"
        >
          <span className="truncate">{tag}</span>
          <button
            type="button"
            aria-label={`Remove ${tag}`}
            onClick={() => {
              onChange(value.filter((other) => other !== tag))
              input.current?.focus()
            }}
            className="grid size-6.5 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </span>
      ))}
      <input
        {...wiring}
        ref={input}
        aria-label={label}
        list={list}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        placeholder={value.length === 0 ? placeholder : undefined}
        onChange={({ target, nativeEvent }) => {
          // Choosing a suggestion fires a replacement event, not typing.
          const chosen = !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText'
          if (target.value.includes(',') || (chosen && suggestions.includes(target.value))) add(target.value)
          else setText(target.value)
        }}
        onKeyDown={keys}
        onBlur={() => add(text)}
        className="h-6.5 min-w-24 grow basis-24 bg-transparent px-1.5 outline-none placeholder:text-ink-soft"
      />
      <datalist id={list}>
        {suggestions
          .filter((tag) => !has(tag))
          .map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
      </datalist>
    </span>
  )
}
