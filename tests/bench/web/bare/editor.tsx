import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useState } from 'react'

/** A button, and the editor's library behind it with nothing around. */
export function EditorPage() {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? <Text /> : <button onClick={() => setIsOpen(true)}>Next</button>
}

function Text() {
  return <EditorContent editor={useEditor({ extensions: [StarterKit], content: '' })} />
}
