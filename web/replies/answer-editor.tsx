import { useMutation } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { AttachmentList, attachFiles } from '#web/campaigns/create/design/attachments.tsx'
import type { DraftFile } from '#web/campaigns/create/store/campaign-draft.ts'
import { useUndoTime } from '#web/campaigns/launch/undo-time.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { ContentEditor } from '#web/editor/content-editor.tsx'
import { base64Of } from '#web/shared/base64.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { DISCARD_ANSWER, NOTE_ANSWERING, SAVE_ANSWER, SEND_ANSWER, type AnswerRow } from './operations.ts'

/** ms without a change after which the draft is saved. */
const SAVE_AFTER = 1_500
/** ms after which colleagues are told again that an answer is being written. */
const NOTE_EVERY = 30_000

interface AnswerEditorProps {
  replyId: string
  /** email address to which the answer is sent */
  to: string
  /** email address that the reply came from */
  sender: string
  /** email address of the mailbox that sends the answer */
  from: string
  /** answer begun before, by the user, a colleague or an AI agent; null: none */
  draft: AnswerRow | null
  /** true if the mailbox has a signature, which a new answer contains */
  hasSignature: boolean
  /** Called when the answer was sent, closed or discarded. */
  onClose: () => void
  /** Called when an answer of the reply was saved, sent or deleted. */
  onChanged: () => void
}

/**
 * Editor for the answer to a reply. The answer is saved while it is written, and colleagues see that somebody is
 * writing.
 */
export function AnswerEditor(props: AnswerEditorProps) {
  const { replyId, to, sender, from, draft, hasSignature, onClose, onChanged } = props
  const [content, setContent] = useState(draft?.content ?? (hasSignature ? '<p></p><p>{signature}</p>' : ''))
  const [files, setFiles] = useState<readonly DraftFile[]>(() => (draft?.attachments ?? []).map(storedFile))
  const [hasDraft, setHasDraft] = useState(draft !== null)
  const [toSender, setToSender] = useState(false)
  const [busy, setBusy] = useState<'sending' | 'discarding' | null>(null)
  const [save] = useMutation(SAVE_ANSWER)
  const [send] = useMutation(SEND_ANSWER)
  const [discard] = useMutation(DISCARD_ANSWER)
  const undoSeconds = useUndoTime()
  useAnsweringNote(replyId)

  const saved = useRef({ id: draft?.id ?? null, content: draft?.content ?? content, files })
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const keep = (now: { content: string; files: readonly DraftFile[] }) => {
    const work = async () => {
      const isSame = saved.current.content === now.content && saved.current.files === now.files
      if (isSame && saved.current.id) return
      const attachments = now.files === saved.current.files ? undefined : await Promise.all(now.files.map(inputOf))
      const { data } = await save({
        variables: { input: { replyId, content: now.content, ...(attachments && { attachments }) } },
      })
      const answer = data?.saveAnswer?.answer
      if (answer) setHasDraft(true)
      saved.current = { id: answer?.id ?? null, content: now.content, files: now.files }
      if (answer && attachments) {
        const stored = answer.attachments.map(storedFile)
        saved.current.files = stored
        setFiles((before) => (before === now.files ? stored : before))
      }
    }
    saving.current = saving.current.then(work, work)
    return saving.current
  }
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (saved.current.content === content && saved.current.files === files) return
    const timer = setTimeout(() => void latest.current({ content, files }).catch(() => undefined), SAVE_AFTER)
    return () => clearTimeout(timer)
  }, [content, files])

  const submit = async () => {
    setBusy('sending')
    try {
      await keep({ content, files })
      const { id } = saved.current
      if (!id) return
      await send({ variables: { input: { id, undoSeconds, ...(toSender && { toSender }) } } })
      onChanged()
      onClose()
    } catch (problem) {
      toast({ title: 'Answer Not Sent', description: errorMessage(problem), variant: 'destructive' })
    } finally {
      setBusy(null)
    }
  }
  const close = async () => {
    const isWritten = content !== (draft?.content ?? saved.current.content) || files.length > 0
    if (isWritten) await keep({ content, files }).catch(() => undefined)
    onChanged()
    onClose()
  }
  const remove = async () => {
    setBusy('discarding')
    try {
      await saving.current.catch(() => undefined)
      const { id } = saved.current
      if (id) await discard({ variables: { input: { id } } })
      onChanged()
      onClose()
    } catch (problem) {
      toast({ title: 'Draft Not Deleted', description: errorMessage(problem), variant: 'destructive' })
    } finally {
      setBusy(null)
    }
  }
  const form = useRef<HTMLFormElement>(null)
  const keys = useRef({ submit, close })
  useEffect(() => {
    keys.current = { submit, close }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The editor prevents the default of every Escape; while it lists merge tags, Escape closes that list.
      if (event.key === 'Escape' && !document.querySelector('[role="listbox"]')) void keys.current.close()
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void keys.current.submit()
    }
    const box = form.current
    box?.addEventListener('keydown', onKey, true)
    return () => box?.removeEventListener('keydown', onKey, true)
  }, [])
  const add = (chosen: File[]) => {
    const { files: next, toast: said } = attachFiles(files, chosen)
    setFiles(next)
    if (said) toast(said)
  }
  return (
    <form
      ref={form}
      aria-label={`Answer to ${to}`}
      className="grid max-w-prose gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="text-ink-soft wrap-anywhere">
        To {toSender ? sender : to}, from {from}
      </p>
      {to !== sender && (
        <Callout
          tone="warning"
          title={`The reply asks for answers at ${to}`}
          action={
            <Button size="sm" onClick={() => setToSender(!toSender)}>
              {toSender ? 'Answer at the other address' : 'Answer the sender'}
            </Button>
          }
        >
          It came from {sender}. If you do not know the other address, answer the sender.
        </Callout>
      )}
      <ContentEditor
        label="Answer"
        placeholder="Write your answer"
        isAnswer
        value={content}
        onChange={setContent}
        onFiles={add}
        onEditor={(editor) => editor?.commands.focus('start')}
      />
      {files.length > 0 && (
        <AttachmentList files={files} onRemove={(gone) => setFiles(files.filter(({ id }) => id !== gone.id))} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy === 'sending'} disabled={busy !== null}>
          Send answer
        </Button>
        <Button variant="quiet" disabled={busy !== null} onClick={() => void close()}>
          Close
        </Button>
        {hasDraft && (
          <Button variant="quiet" busy={busy === 'discarding'} disabled={busy !== null} onClick={() => void remove()}>
            Delete draft
          </Button>
        )}
      </div>
    </form>
  )
}

/** Tells colleagues that the user is writing an answer, while the calling component is mounted. */
function useAnsweringNote(replyId: string): void {
  const [note] = useMutation(NOTE_ANSWERING)
  useEffect(() => {
    const tell = (isAnswering: boolean) =>
      void note({ variables: { input: { replyId, isAnswering } } }).catch(() => undefined)
    tell(true)
    const timer = setInterval(() => tell(true), NOTE_EVERY)
    return () => {
      clearInterval(timer)
      tell(false)
    }
  }, [note, replyId])
}

type StoredFile = AnswerRow['attachments'][number]

const storedFile = ({ id, name, contentType, size }: StoredFile): DraftFile => ({
  id,
  name,
  type: contentType,
  size,
  storedId: id,
})

async function inputOf({ storedId, name, type, file }: DraftFile) {
  if (storedId) return { id: storedId, name, contentType: type }
  return { name, contentType: type, contentBytes: file ? await base64Of(file) : '' }
}
