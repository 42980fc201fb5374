import type { ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { WorkspaceActivity } from '#web/activity/workspace-activity.tsx'
import { Page } from '#web/shell/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ApiKeys } from './api-keys.tsx'
import { ApprovalOffNotice } from './approval-off-notice.tsx'
import { ConnectedEmails } from './connected-emails.tsx'
import { DataSettings } from './data-settings.tsx'
import { BrandSettings, EmailSending, LanguageSettings, PrivacySettings } from './email-settings.tsx'
import { Profile } from './profile.tsx'
import { sectionAddress, sectionsFor, type SettingsTab } from './sections.ts'
import { SingleSignOn } from './single-sign-on.tsx'
import { UserManagement } from './user-management.tsx'
import { Webhooks } from './webhooks.tsx'

const CONTENT: Record<SettingsTab, ComponentType> = {
  sending: EmailSending,
  emails: ConnectedEmails,
  brand: BrandSettings,
  languages: LanguageSettings,
  privacy: PrivacySettings,
  users: UserManagement,
  profile: Profile,
  sso: SingleSignOn,
  keys: ApiKeys,
  webhooks: Webhooks,
  activity: WorkspaceActivity,
  data: DataSettings,
}

/** /settings: a section for each thing that people look for. The address holds the section. */
export function SettingsPage() {
  const { role } = useUser()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const sections = sectionsFor(role)
  const asked = params.get('tab')
  const tab = sections.find(({ value }) => value === asked)?.value ?? 'sending'
  return (
    <Page title="Settings" line="Sending limits, profile, users and mailboxes">
      {role === 'admin' && <ApprovalOffNotice />}
      <Tabs
        label="Settings"
        beside
        tabs={sections.map(({ value, label }) => {
          const Content = CONTENT[value]
          return { value, label, content: <Content /> }
        })}
        value={tab}
        onValueChange={(value) => void navigate(sectionAddress(value as SettingsTab), { replace: true })}
      />
    </Page>
  )
}
