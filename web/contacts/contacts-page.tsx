import { useQuery } from '@apollo/client/react'
import { FileUp, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { STATS } from '#web/dashboard/operations.ts'
import { Page } from '#web/shell/page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { BackToDashboard } from './back-to-dashboard.tsx'
import { ContactList } from './contact-list.tsx'
import { contactCount } from './contact-words.ts'

/** How long typing rests before the server is searched, in ms. */
const SEARCH_DELAY = 200

/** /contacts: the contact database (spec §2 Contacts). The address can name a search, or ask for a contact to be added. */
export function ContactsPage() {
  const { data } = useQuery(STATS)
  const [params, setParams] = useSearchParams()
  const asked = params.get('search') ?? ''
  const [typed, setTyped] = useState(asked)
  const [lastAsked, setLastAsked] = useState(asked)
  if (asked !== lastAsked) {
    setLastAsked(asked)
    setTyped(asked)
  }
  const search = useDebounced(typed, SEARCH_DELAY)
  const total = data?.stats.totalContacts
  return (
    <Page
      title="Contacts"
      line="Manage your contact database"
      aside={total !== undefined && <Badge icon={null}>{contactCount(total)}</Badge>}
      back={<BackToDashboard />}
      actions={
        <>
          <Button asChild icon={FileUp}>
            <Link to="/upload">Import Excel</Link>
          </Button>
          <AddContactDialog
            open={params.get('add') === 'contact'}
            onOpenChange={(open) => setParams(open ? { add: 'contact' } : {}, { replace: true })}
            trigger={
              <Button variant="primary" icon={Plus}>
                Add Contact
              </Button>
            }
          />
        </>
      }
    >
      <ContactList
        search={search}
        onClearSearch={() => setTyped('')}
        searchBox={
          <AdornedInput
            type="search"
            aria-label="Search contacts"
            placeholder="Search contacts by name or email..."
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            before={<Search aria-hidden="true" className="size-4" />}
          />
        }
      />
    </Page>
  )
}
