import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useState } from 'react'

/** Page with a button that shows the editor's library with nothing around it. */
export function EditorPage() {
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? <Text /> : <button onClick={() => setIsOpen(true)}>Next</button>
}

function Text() {
  return <EditorContent editor={useEditor({ extensions: [StarterKit], content: '' })} />
}
