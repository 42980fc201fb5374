import { SIGNATURE_TAG } from '#domain/content/merge-tags.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { createContext, useContext, type ReactNode } from 'react'
import { useImportedTags } from './imported-tags.ts'

/** Values of every recipient: the tag name and its label. */
const ALWAYS = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'fullName', label: 'Full name' },
  { name: 'email', label: 'Email' },
  { name: 'serialNumber', label: 'Serial number (S.No)' },
  { name: 'formalSalutation', label: 'Formal salutation' },
  { name: 'unsubscribeUrl', label: 'Unsubscribe address' },
  { name: 'signature', label: 'Signature' },
] as const

/** Keys of tags that an imported column does not add once more. */
const BUILT_IN = new Set([SIGNATURE_TAG, tagKey('serialNumber')])

export interface MergeName {
  name: string
  label: string
}

const NamesContext = createContext<readonly MergeName[]>(ALWAYS)

/** Loads the available merge tags once. */
export function MergeNamesProvider({ children }: { children: ReactNode }) {
  const imported = useImportedTags()
  const own = imported.filter((name) => !BUILT_IN.has(tagKey(name)))
  const names = [...ALWAYS, ...own.map((name) => ({ name, label: name }))]
  return <NamesContext value={names}>{children}</NamesContext>
}

/** The available merge tags. */
export function useMergeNames(): readonly MergeName[] {
  return useContext(NamesContext)
}
