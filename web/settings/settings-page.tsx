import { useSearchParams } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { WorkspaceActivity } from '#web/activity/workspace-activity.tsx'
import { Page } from '#web/shell/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ApiKeys } from './api-keys.tsx'
import { ApprovalOffNotice } from './approval-off-notice.tsx'
import { ConnectedEmails } from './connected-emails.tsx'
import { EmailSending } from './email-sending.tsx'
import { DataSettings } from './data-settings.tsx'
import { Profile } from './profile.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { UserManagement } from './user-management.tsx'
import { Webhooks } from './webhooks.tsx'

/** /settings: sending, profile, users, mailboxes, API keys, webhooks, single sign-on, the activity log and personal data. The address holds the tab. */
export function SettingsPage() {
  const { role } = useUser()
  const [params, setParams] = useSearchParams()
  const tabs = [
    { value: 'sending', label: 'Email Sending', content: <EmailSending /> },
    { value: 'profile', label: 'Profile', content: <Profile /> },
    ...(role === 'admin' ? [{ value: 'users', label: 'User Management', content: <UserManagement /> }] : []),
    { value: 'emails', label: 'Connected Emails', content: <ConnectedEmails /> },
    ...(role === 'admin' ? [{ value: 'keys', label: 'API Keys', content: <ApiKeys /> }] : []),
    ...(role === 'admin' ? [{ value: 'webhooks', label: 'Webhooks', content: <Webhooks /> }] : []),
    ...(role === 'admin' ? [{ value: 'sso', label: 'Single Sign-On', content: <SingleSignOn /> }] : []),
    ...(role === 'admin' ? [{ value: 'activity', label: 'Activity', content: <WorkspaceActivity /> }] : []),
    ...(role === 'admin' ? [{ value: 'data', label: 'Data', content: <DataSettings /> }] : []),
  ]
  const asked = params.get('tab')
  const tab = tabs.find(({ value }) => value === asked)?.value ?? 'sending'
  return (
    <Page title="Settings" line="Sending limits, profile, users and mailboxes">
      {role === 'admin' && <ApprovalOffNotice />}
      <Tabs
        label="Settings"
        tabs={tabs}
        value={tab}
        onValueChange={(value) => setParams(value === 'sending' ? {} : { tab: value }, { replace: true })}
      />
    </Page>
  )
}
