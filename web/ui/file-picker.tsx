import type { Ref } from 'react'

export interface FilePickerProps {
  /** Ref of the hidden input, which the visible trigger clicks. */
  ref: Ref<HTMLInputElement>
  /** Name of the file to pick. */
  label: string
  /** Types of files as in `<input accept>`: only a hint, so validate the files. */
  accept?: string | undefined
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
}

/** A hidden file input next to its visible trigger. The same file can be picked twice in a row. */
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
