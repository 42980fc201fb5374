import { CONTACT_FIELD_NAMES, entryOf, isInteger, type ContactFieldEntry } from '#domain/contacts/contact-fields.ts'
import { SIGNATURE_TAG, UNSUBSCRIBE_TAG } from '#domain/content/merge-tags.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { createContext, useContext, type ReactNode } from 'react'
import { useImportedTags } from './imported-tags.ts'

/** Merge tags for values that every recipient has: the tag's name and its label. */
const ALWAYS = [
  ...CONTACT_FIELD_NAMES.map((name) => ({ name, label: labelOf(entryOf(name)) })),
  { name: 'fullName', label: 'Full name' },
  { name: 'formalSalutation', label: 'Formal salutation' },
  { name: 'unsubscribeUrl', label: 'Unsubscribe link' },
  { name: 'signature', label: 'Signature' },
]

/** Returns the label of a contact field, with its usual name in spreadsheets if that is different. */
function labelOf({ label, header }: ContactFieldEntry): string {
  return label.toLowerCase() === header.toLowerCase() ? label : `${label} (${header})`
}

/** Keys of built-in merge tags, which an imported column does not add again. */
const BUILT_IN = new Set([SIGNATURE_TAG, ...CONTACT_FIELD_NAMES.filter(isInteger).map(tagKey)])

export interface MergeName {
  name: string
  label: string
}

const NamesContext = createContext<readonly MergeName[]>(ALWAYS)

/** Loads the available merge tags once. Answers to replies offer no unsubscribe link. */
export function MergeNamesProvider({ isAnswer = false, children }: { isAnswer?: boolean; children: ReactNode }) {
  const imported = useImportedTags()
  const own = imported.filter((name) => !BUILT_IN.has(tagKey(name)))
  const always = isAnswer ? ALWAYS.filter(({ name }) => tagKey(name) !== UNSUBSCRIBE_TAG) : ALWAYS
  const names = [...always, ...own.map((name) => ({ name, label: name }))]
  return <NamesContext value={names}>{children}</NamesContext>
}

/** Returns the available merge tags. */
export function useMergeNames(): readonly MergeName[] {
  return useContext(NamesContext)
}
