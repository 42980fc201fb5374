import { useEffect, type ComponentType } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { WorkspaceActivity } from '#web/activity/workspace-activity.tsx'
import { Page } from '#web/shell/page-layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ApiKeys } from './api-and-webhooks/api-keys.tsx'
import { ApprovalOffNotice } from './sending/approval-off-notice.tsx'
import { ConnectedEmails } from './mailboxes/connected-emails.tsx'
import { DataSettings } from './data/data-settings.tsx'
import { BrandSettings, LanguageSettings } from './brand/brand-settings.tsx'
import { EmailSending } from './sending/email-sending.tsx'
import { PrivacySettings } from './tracking/privacy-settings.tsx'
import { Profile } from './sign-in/profile-tab.tsx'
import { sectionAddress, sectionsFor, type SettingsTab } from './settings-sections.ts'
import { SingleSignOn } from './sign-in/single-sign-on.tsx'
import { UserManagement } from './people/user-management.tsx'
import { Webhooks } from './api-and-webhooks/webhooks.tsx'

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

/** /settings: the settings in sections. The page's URL names the section. */
export function SettingsPage() {
  const { role } = useUser()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const sections = sectionsFor(role)
  const asked = params.get('tab')
  const tab = sections.find(({ value }) => value === asked)?.value ?? 'sending'
  useCardOfAddress()
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

/** Maximum time in ms that a card named in the URL may take to load. */
const CARD_PATIENCE_MS = 5_000

/** Scrolls to the card that the URL's fragment names and focuses its title, once the card is loaded. */
function useCardOfAddress(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '') return undefined
    const find = () => {
      const heading = [...document.querySelectorAll('h2')].find(
        ({ textContent }) => `#${encodeURIComponent(textContent)}` === hash,
      )
      if (!heading) return
      stop()
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: 'center' })
    }
    const observer = new MutationObserver(find)
    const timer = setTimeout(() => stop(), CARD_PATIENCE_MS)
    function stop() {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true })
    find()
    return stop
    // A link that is followed again has another key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hash, key])
}
