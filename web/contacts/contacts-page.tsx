import { useQuery } from '@apollo/client/react'
import { FileUp, Plus } from '#web/ui/generated/icons.ts'
import { useSearchParams } from 'react-router'
import { STATS } from '#web/dashboard/operations.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { BackToDashboard } from './back-to-dashboard.tsx'
import { ContactList } from './contact-list.tsx'
import { contactCount } from './contact-texts.ts'
import { useViewAddress } from './filter/use-view-address.ts'
import { SuppressionList } from './suppressions/suppression-list.tsx'
import { TaskProgress } from './tasks/task-progress.tsx'
import { useRunningTasks } from './tasks/use-running-tasks.ts'

const SUPPRESSED = 'suppressed'
const CONTACT_TASKS = ['deleteContacts', 'importContacts', 'undoImport', 'addTags', 'removeTags'] as const

/**
 * /contacts: the contact list (product: contacts.list) and the suppression list. The page's URL holds the filters and
 * the order, or opens the dialog for a new contact.
 */
export function ContactsPage() {
  const { data } = useQuery(STATS)
  const [params, setParams] = useSearchParams()
  const address = useViewAddress()
  const tasks = useRunningTasks(CONTACT_TASKS)
  const total = data?.stats.totalContacts
  const refusal = usePlanRefusal('contacts')

  function put(name: string, value: string | null) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <Page
      title="Contacts"
      line="Manage your contact database"
      aside={total !== undefined && <Badge icon={null}>{contactCount(total)}</Badge>}
      back={<BackToDashboard />}
      actions={
        <>
          {/* At the plan's limit, an import can still update contacts. */}
          <PlanAction to="/upload" refusal={usePlanRefusal()} icon={FileUp}>
            Import Excel
          </PlanAction>
          {refusal === null ? (
            <AddContactDialog
              open={params.get('add') === 'contact'}
              onOpenChange={(open) => put('add', open ? 'contact' : null)}
              trigger={
                <Button variant="primary" icon={Plus}>
                  Add Contact
                </Button>
              }
            />
          ) : (
            <PlanAction to="/contacts" refusal={refusal} variant="primary" icon={Plus}>
              Add Contact
            </PlanAction>
          )}
        </>
      }
    >
      {tasks.length > 0 && (
        <div className="mb-4 grid grid-cols-1 gap-3">
          {tasks.map((task) => (
            <TaskProgress key={task.id} task={task} />
          ))}
        </div>
      )}
      <Tabs
        label="Lists"
        value={params.get('list') === SUPPRESSED ? SUPPRESSED : 'all'}
        onValueChange={(list) => put('list', list === SUPPRESSED ? list : null)}
        tabs={[
          {
            value: 'all',
            label: 'All contacts',
            content: <ContactList {...address} order={params.get('order')} onOrder={(order) => put('order', order)} />,
          },
          { value: SUPPRESSED, label: 'Suppression list', content: <SuppressionList /> },
        ]}
      />
    </Page>
  )
}
