import { useApolloClient, useQuery } from '@apollo/client/react'
import { Download } from '#web/ui/generated/icons.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { SPREADSHEET_CONTENT_TYPES, SPREADSHEET_EXTENSIONS, SPREADSHEET_NAMES } from '#domain/contacts/contacts.ts'
import type { ContactRowFragment } from '#web/generated/graphql.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { usePlanWarnings } from '#web/shell/plan-limits.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { AfterDelay } from '#web/shared/after-delay.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { BackToDashboard } from './back-to-dashboard.tsx'
import { FIRST_ROWS } from './contact-lists.ts'
import { Initials } from './contact-table.tsx'
import { contactCount, contactName } from './contact-texts.ts'
import { CONTACTS } from './operations.ts'
import { ConnectSheet } from './sheets/connect-sheet.tsx'
import { ConnectedSheets } from './sheets/connected-sheets.tsx'
import { TaskProgress } from './tasks/task-progress.tsx'
import { useRunningTasks } from './tasks/use-running-tasks.ts'
import { ImportPreview } from './upload/import-preview.tsx'
import { PasteRows } from './upload/paste-rows.tsx'
import { PastImports } from './upload/past-imports.tsx'
import { uploadSession } from './upload/upload-session.ts'
import { useContactTotal } from './use-contact-total.ts'
import { useUploadAddress } from './upload/use-upload-address.ts'
import { UploadOutcome } from './upload/upload-outcome.tsx'
import { UploadProgress } from './upload/upload-progress.tsx'

/** Number of recently uploaded contacts shown (product: screens.dashboard). */
const RECENT = 5
/** Time in ms before the progress of an import is shown: one of a few rows ends sooner. */
const PROGRESS_AFTER_MS = 700
const IMPORT_TASKS = ['importContacts', 'undoImport'] as const

/** /upload: imports contacts from a spreadsheet. */
export function UploadPage() {
  const client = useApolloClient()
  const signOut = useSignOut()
  const { data } = useQuery(CONTACTS, { variables: { first: FIRST_ROWS } })
  const { total } = useContactTotal(undefined, data?.contacts)
  const desk = useMemo(() => uploadSession(client), [client])
  const upload = useStore(desk.store)
  useUploadAddress(desk)
  const tasks = useRunningTasks(IMPORT_TASKS)
  const limit = usePlanWarnings({ again: true }).find(
    ({ about, isReached }) => isReached && (about === 'trial' || about === 'contacts'),
  )
  const isOver = limit?.about === 'trial'
  const looking = upload.state === 'preview'
  const sending = upload.state === 'sending' || upload.state === 'reading'
  const recent = data?.contacts.edges.slice(0, RECENT).map(({ node }) => node) ?? []
  return (
    <Page
      title="Upload Contacts"
      line="Add people from a spreadsheet"
      aside={total !== undefined && <Badge icon={null}>{contactCount(total)}</Badge>}
      back={<BackToDashboard />}
      actions={
        <Button asChild icon={Download}>
          <a href="/api/contacts/template" download>
            Download Template
          </a>
        </Button>
      }
    >
      <div
        className={cn(
          'grid grid-cols-1 items-start gap-6',
          !looking && 'lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]',
        )}
      >
        <div className="grid grid-cols-1 gap-3">
          {limit && (
            <Callout role="status" tone="warning" title={limit.badge}>
              {limit.text}
              {limit.about === 'contacts' && ' You can still import changes to contacts that you have.'}
            </Callout>
          )}
          {!isOver && (
            <FileDrop
              title={looking ? 'Use a different file?' : 'Drop your spreadsheet here'}
              hint={
                looking
                  ? 'Drop the new file here to use it instead.'
                  : 'or click to browse. You can review the changes before anything is imported.'
              }
              browseLabel={looking ? 'Choose another file' : 'Choose a file'}
              busyLabel="Uploading..."
              busy={sending || upload.state === 'importing'}
              compact={looking}
              accept={[...SPREADSHEET_EXTENSIONS, ...SPREADSHEET_CONTENT_TYPES].join(',')}
              onFiles={([file]) => file && void desk.choose(file, signOut)}
              className="bg-surface"
            />
          )}
          {!looking && !isOver && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <PasteRows
                disabled={sending || upload.state === 'importing'}
                onFile={(file) => void desk.choose(file, signOut)}
              />
              <ConnectSheet disabled={sending || upload.state === 'importing'} />
              <p className="text-xs text-ink-soft pointer-coarse:hidden">Or press Ctrl+V (⌘V on a Mac) on this page.</p>
            </div>
          )}
          {sending && <UploadProgress upload={upload} onCancel={desk.drop} />}
          {looking && (
            <ImportPreview
              key={upload.preview.id}
              {...upload}
              onChange={(choice) => void desk.change(choice)}
              onCommit={() => void desk.commit()}
              onDrop={desk.drop}
            />
          )}
          {tasks.map((task) => (
            <AfterDelay key={task.id} ms={PROGRESS_AFTER_MS}>
              <TaskProgress
                task={task}
                label={
                  upload.state === 'importing' && upload.task?.id === task.id
                    ? `Importing ${upload.fileName}`
                    : undefined
                }
              />
            </AfterDelay>
          ))}
          <UploadOutcome upload={upload} />
          {!looking && <ConnectedSheets />}
        </div>
        <Requirements />
        <div className="grid grid-cols-1 gap-6">
          {recent.length > 0 && <RecentContacts contacts={recent} />}
          <PastImports />
        </div>
      </div>
    </Page>
  )
}
const COLUMNS = [
  { name: 'S.No', note: 'optional' },
  { name: 'First Name' },
  { name: 'Last Name' },
  { name: 'Email' },
] as const

const RULES = [
  'The first row must contain column headers',
  'Remove empty rows and invalid email addresses',
  'Column names can vary',
  'Duplicates are ignored during import',
] as const

function Requirements() {
  return (
    <Card title="Requirements" className="lg:row-span-2">
      <p className="text-ink-soft">{SPREADSHEET_NAMES}, with these columns:</p>
      <ul className="mt-3 flex flex-wrap gap-1.5">
        {COLUMNS.map((column) => (
          <li key={column.name} className="rounded-sm border border-line bg-paper px-2 py-0.5">
            {column.name}
            {'note' in column && <span className="text-ink-soft"> ({column.note})</span>}
          </li>
        ))}
      </ul>
      <ul className="mt-4 grid list-disc gap-1.5 pl-4 marker:text-ink-soft">
        {RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className="mt-4 text-xs text-ink-soft">
        Other columns are saved with the contact and can be used as merge tags, {'{City}'} for instance.
      </p>
    </Card>
  )
}

function RecentContacts({ contacts }: { contacts: readonly ContactRowFragment[] }) {
  return (
    <Card
      flush
      title="Recently Uploaded Contacts"
      actions={
        <Link to="/contacts" className="link">
          View All Contacts
        </Link>
      }
    >
      <ul className="border-t border-line">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex items-center gap-3 border-b border-line px-5 py-2.5 last:border-0">
            <Initials contact={contact} />
            <span className="grid min-w-0 grow">
              <span className="truncate font-strong">{contactName(contact)}</span>
              <span className="truncate text-ink-soft">{contact.email}</span>
            </span>
            <span className="shrink-0 text-ink-soft">
              <Time at={contact.createdAt} show="day" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
