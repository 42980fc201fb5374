import type { Ref } from 'react'

export interface FilePickerProps {
  /** What opens it clicks this. */
  ref: Ref<HTMLInputElement>
  /** Says what is picked. */
  label: string
  /** As in `<input accept>`: a wish, so check what comes. */
  accept?: string | undefined
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
}

/** The browser's own picker of files, unseen beside the button that opens it. The same file can be picked twice in a row. */
export function FilePicker({ label, onFiles, ...rest }: FilePickerProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        event.target.value = ''
        onFiles(files)
      }}
    />
  )
}
