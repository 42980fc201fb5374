import { Plus, Send, Users } from '#web/ui/generated/icons.ts'
import { Link } from 'react-router'
import { SidebarLink, SidebarNav } from '#web/ui/app-shell.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Shown } from './sample-frame.tsx'

/** Samples of page layouts. The whole frame is AppShell. */
export function Places() {
  return (
    <div className="grid gap-8 lg:grid-cols-[240px_minmax(0,1fr)]">
      <Shown name="SidebarNav, SidebarLink">
        <SidebarNav label="Example">
          <SidebarLink icon={Users} label="Contacts">
            <Link to="/contacts" aria-current="page" />
          </SidebarLink>
          <SidebarLink icon={Send} label="Campaigns" aside={<Badge icon={null}>3</Badge>}>
            <Link to="/campaigns" />
          </SidebarLink>
        </SidebarNav>
      </Shown>
      <div className="grid content-start gap-8">
        <Shown name="PageHeader">
          <PageHeader
            title="Contacts"
            line="Manage your contact database"
            aside={<Badge icon={null}>1,204</Badge>}
            actions={
              <>
                <Button>Import Excel</Button>
                <Button icon={Plus}>Add Contact</Button>
              </>
            }
          />
        </Shown>
        <Shown name="Tabs">
          <Tabs
            label="Example"
            tabs={[
              { value: 'overview', label: 'Overview', content: <p>Counts and campaign information.</p> },
              { value: 'details', label: 'Email Details', content: <p>One line for each recipient.</p> },
              {
                value: 'failed',
                label: 'Failed Emails',
                content: <p>A list of the emails that failed, with the reasons.</p>,
              },
            ]}
          />
        </Shown>
      </div>
    </div>
  )
}
